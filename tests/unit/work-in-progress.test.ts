import { afterEach, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { createPages } from '@/prerender/entry'

const shell = '<head><!--head--></head><body><div id="root"><!--app--></div></body>'
const build = async (setting: 'on' | 'off') => {
  vi.stubEnv('VITE_UNDER_CONSTRUCTION', setting)
  const files = await createPages(shell, '')
  const pages = files.filter(({ file }) => file.endsWith('.html') && file !== 'admin.html')
  const counted = pages.filter(({ text }) => /Cookie Consent|googletagmanager/.test(text))
  expect(counted, 'the cookie banner, and what counts views, are built into no page').toEqual([])
  return { pages, textOf: (name: string) => files.find(({ file }) => file === name)?.text ?? '' }
}
const OPEN = ['maintenance.html', 'privacy-policy.html']
afterEach(() => vi.unstubAllEnvs())

it('builds a site under construction without a word of its pages, but for two that stay open', async () => {
  expect((await build('off')).textOf('projects.html')).toContain('Our Projects')
  const { pages, textOf } = await build('on')
  const closed = pages.filter(({ file }) => !OPEN.includes(file))
  expect(closed.length).toBeGreaterThan(10)
  for (const { file, text } of closed) {
    expect(text.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1], file).toBe('Work in Progress')
    expect(text.match(/<title>(.*?)<\/title>/g), file).toEqual([`<title>${site.name} | Work in Progress</title>`])
    expect(text, file).toContain('<meta name="robots" content="noindex"')
    expect(text, file).not.toMatch(/<nav|Our Projects|Mayfair|Testimonial|underpinning/)
  }
  expect(textOf('maintenance.html')).toContain('This page is locked')
  expect(textOf('maintenance.html')).not.toContain('Website Online')
  expect(textOf('privacy-policy.html')).toMatch(/<h1[^>]*>Privacy Policy</)
  expect(textOf('privacy-policy.html')).not.toContain('noindex')
  const listed = [...textOf('sitemap.xml').matchAll(/<(?:image:)?loc>([^<]+)/g)].map(([, url]) => url)
  expect(listed).toEqual([`${site.url}/privacy-policy`])
})
