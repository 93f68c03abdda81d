import { matchPath, matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { errorText, fieldText } from '@/messages'
import { paths } from '@/paths'

it.each([
  [undefined, undefined, undefined],
  ['missing', undefined, 'Please fill in this field.'],
  ['invalid', undefined, 'Please enter a valid e-mail address, such as name@example.com.'],
  ['too-long', 10_000, 'Please shorten this to 10,000 characters or fewer.'],
  ['too-long', undefined, 'This is too long.'],
] as const)('a field with the problem %s (limit %s) says %j', (problem, max, sentence) => {
  expect(fieldText(problem, max)).toBe(sentence)
})

it("keeps the contract's sentence when no answer came, and adds what to do", () => {
  expect(errorText('offline')).toMatch(/^An unexpected error occurred\. .*what you typed is still here\.$/)
})

it('every link leads to the page whose pattern is beside it', () => {
  for (const { pattern, href } of Object.values(paths)) {
    const path = typeof href === 'string' ? href : href('mayfair-basement')
    expect(matchPath(pattern, path), path).not.toBeNull()
  }
})

it.each(['a b', '../admin', 'ümlaut', '100%', 'a/b?c#d'])('a link carries the project id %j whole', (id) => {
  const { pathname } = new URL(paths.project.href(id), 'https://x')
  const [match] = matchRoutes([{ path: paths.project.pattern }], pathname) ?? []
  expect(match?.params.projectId).toBe(id)
})
