import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import gallery from '@/content/gallery/images.json'
import heroImages from '@/content/hero/images.json'
import { bundledCards } from '@/content/projects/bundled'
import { site } from '@/content/site'
import type { BundledImage } from '@/domain/image'
import { publicPaths } from '@/prerender/pages'
import { adminManifestFile, manifest } from '@/prerender/web-app'
import { loadProject } from '@/published/load-project'
import { fileAt, isPublished, openPage, pageFiles, prerender, readPageText, toPageFile } from '../support/prerendered'
import { isRecord, validateThing } from '../support/schema-org'

const xml = readPageText('sitemap.xml')
const imagesByPath = new Map(
  Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>(.*?)<\/url>/gs), ([, url = '', entry = '']) => [
    url.replace(site.url, ''),
    Array.from(entry.matchAll(/<image:loc>([^<]*)</g), ([, image = '']) => image.replace(site.url, '')),
  ]),
)
const headings: Record<string, string> = {
  '/': 'We build the floor beneath your London house',
  '/projects': 'Our Projects',
  '/testimonials': 'Testimonials',
  '/business-card': 'Digital Business Card',
  '/terms-and-conditions': 'Terms and Conditions',
  '/privacy-policy': 'Privacy Policy',
  ...Object.fromEntries(bundledCards.map(({ id, title }) => [`/project/${id}`, title])),
}

// By name or property.
const tagsOf = (file: string): Record<string, string> => {
  const tags = [...openPage(file).querySelectorAll('head :is(meta[name], meta[property])')].map((tag) => [
    tag.getAttribute('property') ?? tag.getAttribute('name') ?? '',
    tag.getAttribute('content') ?? '',
  ])
  expect(new Set(tags.map(([name]) => name)).size, `${file} has a tag twice`).toBe(tags.length)
  return Object.fromEntries(tags)
}
const h1 = (page: ReturnType<typeof openPage>) => [...page.querySelectorAll('h1')].map((heading) => heading.textContent)

describe('public URLs', () => {
  it('the sitemap lists exactly the public pages', () => {
    expect(Object.keys(headings).sort()).toEqual([...publicPaths].sort())
    expect([...imagesByPath.keys()].sort()).toEqual([...publicPaths].sort())
    expect(xml.match(/<loc>/g)).toHaveLength(publicPaths.length)
  })

  it.each(publicPaths)('%s has its heading, metadata and share image without JavaScript', async (path) => {
    const page = openPage(toPageFile(path))
    expect(h1(page)).toEqual([headings[path]])
    expect(page.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${site.url}${path}`)
    expect(page.title).toContain(site.name)
    expect(page.title.length).toBeLessThanOrEqual(70)
    const { description = '', ...tags } = tagsOf(toPageFile(path))
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(tags).toMatchObject({
      robots: 'index, follow, max-image-preview:large',
      'og:type': 'website',
      'og:site_name': site.name,
      'og:locale': 'en_GB',
      'og:title': page.title,
      'og:description': description,
      'og:url': `${site.url}${path}`,
      'twitter:card': 'summary_large_image',
      'twitter:title': page.title,
      'twitter:description': description,
      'twitter:image': tags['og:image'],
      'twitter:image:alt': tags['og:image:alt'],
    })
    expect(tags['og:image:alt']?.length).toBeGreaterThan(20)

    const image = new URL(tags['og:image'] ?? '')
    expect(image.origin).toBe(site.url)
    const { width, height } = await sharp(fileAt(`/public${image.pathname}`)).metadata()
    expect([tags['og:image:width'], tags['og:image:height']]).toEqual([String(width), String(height)])
  })

  it('every page has a unique title and description, and key pages a unique image', () => {
    const distinct = (paths: readonly string[], of: (file: string) => string | undefined) =>
      new Set(paths.map((path) => of(toPageFile(path)))).size
    expect(distinct(publicPaths, (file) => openPage(file).title)).toBe(publicPaths.length)
    expect(distinct(publicPaths, (file) => tagsOf(file).description)).toBe(publicPaths.length)
    const pictured = ['/', '/projects', '/testimonials', ...bundledCards.map(({ id }) => `/project/${id}`)]
    expect(distinct(pictured, (file) => tagsOf(file)['og:image'])).toBe(pictured.length)
  })

  it('every page is in British English, without duplicate tags, with manifest and icons', () => {
    for (const file of pageFiles) {
      const page = openPage(file)
      expect(page.documentElement.getAttribute('lang'), file).toBe('en-GB')
      for (const tag of ['title', 'meta[name=description]', 'link[rel=canonical]', 'meta[name=viewport]', 'main'])
        expect(page.querySelectorAll(tag).length, `${file}: ${tag}`).toBeLessThanOrEqual(1)
      for (const rel of ['icon', 'apple-touch-icon'])
        expect(page.querySelector(`link[rel="${rel}"]`), `${file}: ${rel}`).not.toBeNull()
      const manifest = file === 'admin.html' ? '/admin.webmanifest' : '/site.webmanifest'
      expect(page.querySelector('link[rel="manifest"]')?.getAttribute('href'), file).toBe(manifest)
    }
  })
})

it('no prerendered page contains the cookie banner or analytics', () => {
  for (const file of pageFiles) expect(readPageText(file), file).not.toMatch(/Cookie Consent|googletagmanager/)
})

it('the 404, maintenance and admin pages are hidden from search engines', () => {
  const hidden = pageFiles.filter((file) => !publicPaths.map(toPageFile).includes(file))
  expect(hidden).toEqual(['404.html', 'admin.html', 'maintenance.html'])
  for (const file of hidden) {
    const { robots, ...tags } = tagsOf(file)
    expect(robots, file).toBe('noindex')
    expect(Object.keys(tags).filter((name) => /^(og|twitter):/.test(name))).toEqual([])
    expect(openPage(file).querySelector('link[rel=canonical], script[type="application/ld+json"]')).toBeNull()
  }
  expect(h1(openPage('404.html'))).toEqual(['Oops! Page not found'])
  expect(openPage('admin.html').getElementById('root')?.childNodes.length).toBe(0)
  expect(openPage('admin.html').body.textContent).toContain('The admin area needs JavaScript')
})

describe('sitemap', () => {
  it('the sitemap declares its namespaces and omits modification dates', () => {
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
    expect(xml).toContain('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"')
    expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
    expect(xml).not.toContain('lastmod')
  })

  it('the sitemap lists every image of home, gallery and project pages exactly once', async () => {
    const projects = bundledCards.map(
      async ({ id }) => [`/project/${id}`, (await loadProject(id))?.images ?? []] as const,
    )
    const pictures = [['/', heroImages] as const, ['/projects', gallery] as const, ...(await Promise.all(projects))]
    for (const [path, images] of pictures as (readonly [string, readonly BundledImage[]])[]) {
      const bases = imagesByPath.get(path)?.map((url) => url.replace(/-\d+\.\w+$/, ''))
      expect(bases?.sort(), path).toEqual(images.map(({ base }) => base).sort())
    }
    const all = [...imagesByPath.values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((file) => !isPublished(file))).toEqual([])
  })

  it('robots.txt names the sitemap and disallows no page', () => {
    const robots = readPageText('robots.txt')
    expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
    expect(robots).not.toMatch(/^Disallow: *\//m)
  })
})

describe('web manifests', () => {
  it('the web manifest names the company, has all icon sizes and opens the home page', () => {
    expect(manifest.name).toBe(site.name)
    expect(manifest.short_name?.length).toBeLessThanOrEqual(12)
    expect(manifest).toMatchObject({ lang: 'en-GB', start_url: '/', display: 'browser' })
    for (const colour of [manifest.theme_color, manifest.background_color]) expect(colour).toMatch(/^#[0-9a-f]{6}$/)
    const icons = manifest.icons?.map(({ purpose, sizes }) => `${purpose} ${sizes}`)
    const needed = ['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']
    expect(icons).toEqual(expect.arrayContaining(needed))
  })

  it('the admin manifest installs the dashboard as a separate app', () => {
    const names = { name: `${site.name} Admin`, short_name: 'Admin', description: expect.any(String) }
    const place = { start_url: '/admin/dashboard', scope: '/admin', id: '/admin/dashboard', display: 'standalone' }
    expect(JSON.parse(adminManifestFile.text)).toMatchObject({ ...manifest, ...names, ...place })
  })
})

describe('a site under construction', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('a site under construction hides every page except admin, maintenance and privacy policy', async () => {
    vi.stubEnv('VITE_UNDER_CONSTRUCTION', 'on')
    const files = await prerender()
    const closed = pageFiles.filter((file) => !/^(admin|maintenance|privacy-policy)\./.test(file))
    expect(closed.length).toBeGreaterThan(10)
    for (const file of closed) {
      const text = files.get(file) ?? ''
      expect(text.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1], file).toBe('Work in Progress')
      expect(text.match(/<title>(.*?)<\/title>/g), file).toEqual([`<title>${site.name} | Work in Progress</title>`])
      expect(text, file).toContain('<meta name="robots" content="noindex"')
      expect(text, file).not.toMatch(/<nav|Our Projects|Mayfair|Testimonial|underpinning/)
    }
    expect(files.get('maintenance.html')).toContain('This page is locked')
    expect(files.get('maintenance.html')).not.toContain('Website Online')
    expect(files.get('privacy-policy.html')).toMatch(/<h1[^>]*>Privacy Policy</)
    expect(files.get('privacy-policy.html')).not.toContain('noindex')
    const listed = [...(files.get('sitemap.xml') ?? '').matchAll(/<(?:image:)?loc>([^<]+)/g)].map(([, url]) => url)
    expect(listed).toEqual([`${site.url}/privacy-policy`])
  })
})

// Structured data (JSON-LD).
const thingsOf = (path: string): Record<string, unknown>[] =>
  [...openPage(toPageFile(path)).querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
    expect(script.textContent).not.toContain('<')
    const data = JSON.parse(script.textContent)
    expect(data, path).toEqual({ '@context': 'https://schema.org', '@graph': expect.any(Array) })
    return data['@graph']
  })

const ofType = (path: string, type: string) => thingsOf(path).filter((thing) => thing['@type'] === type)

const urlsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.startsWith('https://') ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : []
}

it.each(publicPaths)('structured data of %s follows schema.org and references only published files', (path) => {
  const things = thingsOf(path)
  expect(things.length).toBeGreaterThan(0)
  expect(things.flatMap((thing) => validateThing(thing))).toEqual([])
  const missing = urlsIn(things)
    .map((url) => new URL(url))
    .filter(
      ({ origin, pathname: file }) => origin !== site.url || !(isPublished(file) || readPageText(toPageFile(file))),
    )
  expect(missing.map(String)).toEqual([])
  // The featured reviews are samples.
  expect(readPageText(toPageFile(path))).not.toMatch(/AggregateRating|"Review"/)
})

describe('structured data', () => {
  it('every inner page has a breadcrumb trail from the home page', () => {
    for (const path of publicPaths.filter((path) => path !== '/')) {
      const [trail, ...others] = ofType(path, 'BreadcrumbList')
      expect(others, path).toEqual([])
      const items: unknown[] = Array.isArray(trail?.itemListElement) ? trail.itemListElement : []
      const steps = items.filter(isRecord)
      expect(steps.map(({ position }) => position)).toEqual(items.map((_, index) => index + 1))
      expect(steps[0]?.item).toBe(`${site.url}/`)
      expect(steps.at(-1)?.item).toBe(`${site.url}${path}`)
    }
  })

  it('structured data describes the company as shown, and the founder on the business card', () => {
    const [company] = ofType('/', 'GeneralContractor')
    const words = openPage('index.html').body.textContent
    for (const name of ['name', 'email'] as const) expect(words).toContain(company?.[name])
    expect(ofType('/', 'WebSite')).toHaveLength(1)
    const founder = { name: site.founder.name, url: `${site.url}/business-card` }
    expect(ofType('/business-card', 'Person')).toMatchObject([founder])
  })

  it('structured data of a project describes all images, the first as representative', async () => {
    for (const { id } of bundledCards) {
      const images = ofType(`/project/${id}`, 'ImageObject')
      expect(images).toHaveLength((await loadProject(id))?.images.length ?? 0)
      expect(images.map((image) => image.representativeOfPage)).toEqual(images.map((_, index) => index === 0))
      for (const { description } of images) expect(description).toMatch(/^Model view/)
    }
  })

  it('structured data lists all bundled projects in their order', () => {
    const [page] = ofType('/projects', 'CollectionPage')
    const urls = urlsIn(page?.mainEntity)
    expect(urls).toEqual(bundledCards.map(({ id }) => `${site.url}/project/${id}`))
  })
})
