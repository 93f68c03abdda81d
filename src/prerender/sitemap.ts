import gallery from '@/content/gallery/images.json'
import heroPictures from '@/content/hero/images.json'
import { loadProject, projectCards } from '@/content/projects'
import { absoluteUrl } from '@/content/site'
import { pictureFile } from '@/content/structured-data'
import type { Picture } from '@/domain/picture'
import { paths } from '@/paths'
import { publicPaths } from './pages'

const NAMESPACES = [
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
].join(' ')

const picturesByPath = async (): Promise<ReadonlyMap<string, readonly Picture[]>> => {
  const projects = await Promise.all(
    projectCards.map(async ({ id }) => [paths.project.href(id), (await loadProject(id))?.images ?? []] as const),
  )
  return new Map([[paths.home.href, heroPictures], [paths.projects.href, gallery], ...projects])
}

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const entry = (path: string, pictures: readonly Picture[]): string[] => [
  '  <url>',
  `    <loc>${escapeXml(absoluteUrl(path))}</loc>`,
  ...pictures.map(
    (picture) => `    <image:image><image:loc>${escapeXml(pictureFile(picture).url)}</image:loc></image:image>`,
  ),
  '  </url>',
]

/**
 * The sitemap: every public page with the pictures it shows. It names no date of change, because no page knows one to
 * the day, and a date that is not true makes search engines ignore the others.
 */
export const sitemap = async (): Promise<string> => {
  const pictures = await picturesByPath()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset ${NAMESPACES}>`,
    ...publicPaths.flatMap((path) => entry(path, pictures.get(path) ?? [])),
    '</urlset>',
    '',
  ].join('\n')
}

/** Closes nothing: what must not be found says `noindex`, and a crawler has to be let in to read that. */
export const robots = (): string => `User-agent: *\nDisallow:\n\nSitemap: ${absoluteUrl('/sitemap.xml')}\n`
