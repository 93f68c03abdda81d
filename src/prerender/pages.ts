import projects from 'virtual:projects'
import gallery from '@/content/gallery/images.json'
import heroImages from '@/content/hero/images.json'
import { toAbsoluteUrl } from '@/content/site'
import { imageFile } from '@/content/structured-data'
import type { CaptionedImage } from '@/domain/image'
import { readEnv } from '@/lib/env'
import { paths } from '@/paths'
import { loadProject } from '@/published/load-project'

export const publicPaths: readonly string[] = [
  paths.home.href,
  paths.projects.href,
  ...[...projects.keys()].map((id) => paths.project.href(id)),
  paths.testimonials.href,
  paths.businessCard.href,
  paths.terms.href,
  paths.privacy.href,
]

/** Returns the paths for search engines. */
export const listedPaths = (): readonly string[] =>
  readEnv().VITE_UNDER_CONSTRUCTION === 'on' ? [paths.privacy.href] : publicPaths

/** Built pages that search engines must not list. */
export const unlistedPaths: readonly string[] = [paths.maintenance.href]

/** Returns the sitemap. Omits `lastmod`, because no page knows when it changed. */
export const sitemap = async (): Promise<string> => {
  const ofProjects = await Promise.all(
    [...projects.keys()].map(async (id) => [paths.project.href(id), (await loadProject(id))?.images ?? []] as const),
  )
  const images = new Map<string, readonly CaptionedImage[]>([
    [paths.home.href, heroImages],
    [paths.projects.href, gallery],
    ...ofProjects,
  ])
  const entries = listedPaths().flatMap((path) => [
    '  <url>',
    `    <loc>${toAbsoluteUrl(path)}</loc>`,
    ...(images.get(path) ?? []).map(
      (image) => `    <image:image><image:loc>${imageFile(image).url}</image:loc></image:image>`,
    ),
    '  </url>',
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${entries.join('\n')}
</urlset>
`
}

/** Returns robots.txt. Disallows nothing, because crawlers must read a page to see its `noindex`. */
export const robots = (): string => `User-agent: *\nDisallow:\n\nSitemap: ${toAbsoluteUrl('/sitemap.xml')}\n`
