import { describe, expect, it } from 'vitest'
import { projectCards } from '@/content/projects'
import { site } from '@/content/site'
import { publicPaths } from '@/prerender/pages'
import { openPage, pageFiles, readPublished } from '../support/dist'

const fileOf = (path: string) => (path === '/' ? '/index.html' : `${path}.html`)

const headings: Record<string, string> = {
  '/': 'We build the floor beneath your London house',
  '/projects': 'Our Projects',
  '/testimonials': 'Testimonials',
  '/business-card': 'Digital Business Card',
  '/terms-and-conditions': 'Terms and Conditions',
  '/privacy-policy': 'Privacy Policy',
  ...Object.fromEntries(projectCards.map(({ id, title }) => [`/project/${id}`, title])),
}

const head = (page: ReturnType<typeof openPage>) => ({
  title: page.title,
  description: page.querySelector('meta[name=description]')?.getAttribute('content') ?? '',
  canonical: page.querySelector('link[rel=canonical]')?.getAttribute('href') ?? undefined,
  hidden: page.querySelector('meta[name=robots]')?.getAttribute('content')?.includes('noindex') ?? false,
  h1: [...page.querySelectorAll('h1')].map((heading) => heading.textContent),
})

describe('every public URL', () => {
  it('is known to this test', () => {
    expect(Object.keys(headings).sort()).toEqual([...publicPaths].sort())
  })

  it.each(publicPaths)('%s has its heading, title, description and canonical URL without any script', (path) => {
    const { title, description, canonical, hidden, h1 } = head(openPage(fileOf(path)))
    expect(h1).toEqual([headings[path]])
    expect(title).toContain(site.name)
    expect(description.length).toBeGreaterThan(20)
    expect(description.length).toBeLessThan(200)
    expect(canonical).toBe(`${site.url}${path}`)
    expect(hidden).toBe(false)
  })

  it('has a title and a description of its own', () => {
    const heads = publicPaths.map((path) => head(openPage(fileOf(path))))
    expect(new Set(heads.map(({ title }) => title)).size).toBe(publicPaths.length)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(publicPaths.length)
  })

  it('has one of each tag, in British English', () => {
    for (const file of pageFiles) {
      const page = openPage(file)
      expect(page.documentElement.getAttribute('lang'), file).toBe('en-GB')
      for (const tag of ['title', 'meta[name=description]', 'link[rel=canonical]', 'meta[name=viewport]', 'main'])
        expect(page.querySelectorAll(tag).length, `${file}: ${tag}`).toBeLessThanOrEqual(1)
    }
  })
})

describe('pages that search engines leave out', () => {
  it('are the 404 page, the maintenance page and the admin area, whose shell is empty', () => {
    const hidden = pageFiles.filter((file) => head(openPage(file)).hidden)
    expect(hidden).toEqual(['/404.html', '/admin.html', '/maintenance.html'])
    for (const file of hidden) expect(head(openPage(file))).toHaveProperty('canonical', undefined)
    expect(head(openPage('/404.html')).h1).toEqual(['Oops! Page not found'])
    expect(openPage('/admin.html').getElementById('root')?.childNodes.length).toBe(0)
    expect(openPage('/admin.html').body.textContent).toContain('The admin area needs JavaScript')
  })
})

describe('the sitemap', () => {
  it('lists the public URLs, all of them and nothing else', () => {
    const listed = [
      ...readPublished('/sitemap.xml')
        .toString()
        .matchAll(/<loc>([^<]+)<\/loc>/g),
    ].map(([, url]) => url)
    expect(listed.sort()).toEqual(publicPaths.map((path) => `${site.url}${path}`).sort())
  })

  it('is named by robots.txt, which shuts nobody out: a page must be read to be seen to be hidden', () => {
    const robots = readPublished('/robots.txt').toString()
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
    expect(robots).not.toMatch(/^Disallow: *\//m)
  })
})
