import { describe, expect, it } from 'vitest'
import gallery from '@/content/gallery/images.json'
import { loadProject, projectCards } from '@/content/projects'
import { site } from '@/content/site'
import type { SiteImage } from '@/domain/image'
import { published, readPublished } from '../support/dist'

const xml = readPublished('/sitemap.xml').toString()

const values = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, value = '']) => value)

const imagesByPath = new Map(
  [...xml.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => [
    values(entry, 'loc')[0]?.slice(site.url.length),
    values(entry, 'image:loc'),
  ]),
)

const expectAll = (path: string, images: readonly SiteImage[]) => {
  const listed = imagesByPath.get(path) ?? []
  expect(listed, path).toHaveLength(images.length)
  for (const { base } of images)
    expect(
      listed.some((url) => url.startsWith(`${site.url}${base}-`)),
      base,
    ).toBe(true)
}

describe('the pictures of the sitemap', () => {
  it('are declared, and closed as they were opened', () => {
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /)
    expect(xml).toContain('xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"')
    expect(xml).toContain('xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"')
    const open: string[] = []
    for (const [, slash, tag] of xml.matchAll(/<(\/?)([a-z:]+)[^>?]*>/g)) {
      if (!slash) open.push(tag ?? '')
      else expect(open.pop()).toBe(tag)
    }
    expect(open).toEqual([])
  })

  it('are all pictures of every project, and of the gallery', async () => {
    for (const { id } of projectCards) expectAll(`/project/${id}`, (await loadProject(id))?.images ?? [])
    expectAll('/projects', gallery)
  })

  it('are published, each named once', () => {
    const all = [...imagesByPath.values()].flat()
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((url) => !published.has(url.slice(site.url.length)))).toEqual([])
  })

  it('come without a date of change, because no page knows one', () => {
    expect(values(xml, 'lastmod')).toEqual([])
  })
})
