import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { projectCards } from '@/content/projects'
import { site } from '@/content/site'
import { publicPaths } from '@/prerender/pages'
import { openPage, pageFiles, published, readPublished } from '../support/dist'

const fileOf = (path: string) => (path === '/' ? '/index.html' : `${path}.html`)

/** The tags of a page by name or property; a tag that comes twice is no longer a text. */
const tagsOf = (file: string): Record<string, string> => {
  const tags: Record<string, string> = {}
  for (const tag of openPage(file).querySelectorAll('head meta')) {
    const name = tag.getAttribute('property') ?? tag.getAttribute('name')
    if (!name) continue
    if (name in tags) throw new Error(`${file} has two tags ${name}`)
    tags[name] = tag.getAttribute('content') ?? ''
  }
  return tags
}

const isShareTag = (name: string) => name.startsWith('og:') || name.startsWith('twitter:')

describe('what a link to a page shows', () => {
  it.each(publicPaths)('%s: title, description, URL and image', async (path) => {
    const title = openPage(fileOf(path)).title
    const { description = '', ...tags } = tagsOf(fileOf(path))
    expect(title.length).toBeLessThanOrEqual(70)
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(tags).toMatchObject({
      robots: 'index, follow, max-image-preview:large',
      'og:type': 'website',
      'og:site_name': site.name,
      'og:locale': 'en_GB',
      'og:title': title,
      'og:description': description,
      'og:url': `${site.url}${path}`,
      'twitter:card': 'summary_large_image',
      'twitter:title': title,
      'twitter:description': description,
      'twitter:image': tags['og:image'],
      'twitter:image:alt': tags['og:image:alt'],
    })
    expect(tags['og:image:alt']?.length).toBeGreaterThan(20)

    const image = new URL(tags['og:image'] ?? '')
    expect(image.origin).toBe(site.url)
    expect(published).toContain(image.pathname)
    const { width, height } = await sharp(readPublished(image.pathname)).metadata()
    expect([tags['og:image:width'], tags['og:image:height']]).toEqual([String(width), String(height)])
  })

  it('is a picture of its own for every project and list', () => {
    const own = ['/', '/projects', '/testimonials', ...projectCards.map(({ id }) => `/project/${id}`)]
    const images = own.map((path) => tagsOf(fileOf(path))['og:image'])
    expect(new Set(images).size).toBe(own.length)
  })

  it('is nothing for a page that must not be found', () => {
    const listed = publicPaths.map(fileOf)
    const hidden = pageFiles.filter((file) => !listed.includes(file))
    expect(hidden.length).toBeGreaterThan(0)
    for (const file of hidden) {
      const tags = tagsOf(file)
      expect(tags.robots, file).toBe('noindex')
      expect(Object.keys(tags).filter(isShareTag), file).toEqual([])
      expect(openPage(file).querySelectorAll('link[rel=canonical], script[type="application/ld+json"]').length).toBe(0)
    }
  })
})

describe('the web manifest', () => {
  const manifest = JSON.parse(readPublished('/site.webmanifest').toString())

  it('carries the company’s name, short enough for a home screen, and opens at the home page', () => {
    expect(manifest.name).toBe(site.name)
    expect(manifest.short_name.length).toBeLessThanOrEqual(12)
    expect(manifest).toMatchObject({ lang: 'en-GB', start_url: '/', display: 'browser' })
    for (const colour of [manifest.theme_color, manifest.background_color]) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  })

  it('of the admin area installs the dashboard as an app of its own', () => {
    const named = openPage('/admin.html').querySelector('link[rel="manifest"]')?.getAttribute('href')
    expect(named).toBe('/admin.webmanifest')
    expect(JSON.parse(readPublished('/admin.webmanifest').toString())).toMatchObject({
      ...manifest,
      name: `${site.name} Admin`,
      short_name: 'Admin',
      description: expect.any(String),
      start_url: '/admin/dashboard',
      scope: '/admin',
      id: '/admin/dashboard',
      display: 'standalone',
    })
  })

  it('has both sizes of icon that installing asks for, each also for masks', () => {
    const icons: { sizes: string; purpose: string }[] = manifest.icons
    for (const purpose of ['any', 'maskable'])
      expect(icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes)).toEqual(
        expect.arrayContaining(['192x192', '512x512']),
      )
  })

  it('and the icons are named by every page', () => {
    for (const file of pageFiles) {
      const page = openPage(file)
      for (const rel of ['manifest', 'icon', 'apple-touch-icon'])
        expect(page.querySelector(`link[rel="${rel}"]`), `${file}: ${rel}`).not.toBeNull()
    }
  })
})
