import { afterEach, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { createPages } from '@/prerender/entry'

const shell = '<head><!--head--></head><body><div id="root"><!--app--></div></body>'
const build = async (setting: 'on' | 'off') => {
  vi.stubEnv('VITE_UNDER_CONSTRUCTION', setting)
  const files = await createPages(shell, '')
  return {
    pages: files.filter(({ file }) => file.endsWith('.html') && file !== 'admin.html'),
    sitemap: files.find(({ file }) => file === 'sitemap.xml')?.text ?? '',
  }
}
const OPEN = ['maintenance.html', 'privacy-policy.html']
afterEach(() => vi.unstubAllEnvs())

it('builds a site under construction without a word of its pages', async () => {
  const pages = (await build('on')).pages.filter(({ file }) => !OPEN.includes(file))
  expect(pages.length).toBeGreaterThan(10)
  for (const { file, text } of pages) {
    expect(text.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1], file).toBe('Work in Progress')
    expect(text.match(/<title>(.*?)<\/title>/g), file).toEqual([`<title>${site.name} | Work in Progress</title>`])
    expect(text, file).toContain('<meta name="robots" content="noindex"')
    expect(text, file).not.toMatch(/<nav|Our Projects|Mayfair|Testimonial|underpinning/)
  }
})

it('keeps the maintenance page, locked, in a site under construction', async () => {
  const page = (await build('on')).pages.find(({ file }) => file === 'maintenance.html')
  expect(page?.text).toContain('This page is locked')
  expect(page?.text).not.toContain('Website Online')
})

it('keeps the privacy policy, to which the cookie banner leads, and lists nothing else', async () => {
  const { pages, sitemap } = await build('on')
  const page = pages.find(({ file }) => file === 'privacy-policy.html')
  expect(page?.text).toMatch(/<h1[^>]*>Privacy Policy</)
  expect(page?.text).not.toContain('noindex')
  expect([...sitemap.matchAll(/<(?:image:)?loc>([^<]+)/g)].map(([, url]) => url)).toEqual([
    `${site.url}/privacy-policy`,
  ])
})

it.each(['on', 'off'] as const)(
  'never builds the cookie banner into a page, nor what counts views (%s)',
  async (setting) => {
    const { pages } = await build(setting)
    expect(pages.filter(({ text }) => /Cookie Consent|googletagmanager/.test(text)).map(({ file }) => file)).toEqual([])
  },
)
