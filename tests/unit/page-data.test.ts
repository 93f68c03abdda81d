import { describe, expect, it } from 'vitest'
import { builtInCards } from '@/content/projects/built-in'
import { site } from '@/content/site'
import { publicPaths } from '@/prerender/pages'
import { loadProject } from '@/published/load-project'
import { fileOf, isPublished, openPage, textOf } from '../support/prerendered'
import { isRecord, problemsOf } from '../support/schema-org'

/** The things a page describes to machines. */
const thingsOf = (path: string): Record<string, unknown>[] =>
  [...openPage(fileOf(path)).querySelectorAll('script[type="application/ld+json"]')].flatMap((script) => {
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

it.each(publicPaths)('%s keeps to schema.org, leads only to what is published, and ends where it should', (path) => {
  const things = thingsOf(path)
  expect(things.length).toBeGreaterThan(0)
  expect(things.flatMap((thing) => problemsOf(thing))).toEqual([])
  const missing = urlsIn(things)
    .map((url) => new URL(url))
    .filter(({ origin, pathname: file }) => origin !== site.url || !(isPublished(file) || textOf(fileOf(file))))
  expect(missing.map(String)).toEqual([])
  // Reviews and ratings are in the database, and the featured ones are samples.
  expect(textOf(fileOf(path))).not.toMatch(/AggregateRating|"Review"/)
})

describe('each page', () => {
  it('of an inner level says where it stands', () => {
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

  it('shows on screen what it tells machines about the company, and tells on its card who founded it', () => {
    const [company] = ofType('/', 'GeneralContractor')
    const words = openPage('index.html').body.textContent
    for (const name of ['name', 'email'] as const) expect(words).toContain(company?.[name])
    expect(ofType('/', 'WebSite')).toHaveLength(1)
    const founder = { name: site.founder.name, url: `${site.url}/business-card` }
    expect(ofType('/business-card', 'Person')).toMatchObject([founder])
  })

  it('of a project describes all its pictures, the first as the page’s own, each as a model', async () => {
    for (const { id } of builtInCards) {
      const images = ofType(`/project/${id}`, 'ImageObject')
      expect(images).toHaveLength((await loadProject(id))?.images.length ?? 0)
      expect(images.map((image) => image.representativeOfPage)).toEqual(images.map((_, index) => index === 0))
      for (const { description } of images) expect(description).toMatch(/^Model view/)
    }
  })

  it('lists projects as the page does', () => {
    const [page] = ofType('/projects', 'CollectionPage')
    const urls = urlsIn(page?.mainEntity)
    expect(urls).toEqual(builtInCards.map(({ id }) => `${site.url}/project/${id}`))
  })
})
