import { matchRoutes } from 'react-router-dom'
import { expect, it } from 'vitest'
import { paths } from '@/paths'

it.each(['a b', '../admin', 'ümlaut', '100%', 'a/b?c#d'])('a project link preserves the id %j', (id) => {
  const { pathname } = new URL(paths.project.href(id), 'https://x')
  const [match] =
    matchRoutes(
      Object.values(paths).map(({ pattern }) => ({ path: pattern })),
      pathname,
    ) ?? []
  expect([match?.route.path, match?.params.projectId]).toEqual([paths.project.pattern, id])
})
