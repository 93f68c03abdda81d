import { renderToStaticMarkup } from 'react-dom/server'
import { matchPath } from 'react-router-dom'
import { fullTitle, type PageMeta, StructuredData } from '@/components/layout/seo'
import { absoluteUrl } from '@/content/absolute-url'
import { projectShareImages } from '@/content/project-share-images'
import { loadProject, projectCards } from '@/content/projects'
import { shareImages } from '@/content/share-images'
import { site } from '@/content/site'
import { breadcrumbs, businessCardData, homeData, projectData, projectsData } from '@/content/structured-data'
import type { ShareImage } from '@/domain/picture'
import type { Thing } from '@/domain/structured-data'
import { paths } from '@/paths'

const images: Readonly<Record<string, ShareImage | undefined>> = { ...shareImages, ...projectShareImages }

function SharePreview(meta: PageMeta) {
  const { description, path } = meta
  const title = fullTitle(meta)
  // Named after the last part of the address: a page, or a project.
  const { src, alt } = images[path.split('/').at(-1) ?? ''] ?? shareImages.cover
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absoluteUrl(path)} />
      <meta property="og:image" content={absoluteUrl(src)} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={absoluteUrl(src)} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  )
}

const thingsOn = async ({ title: name, path }: PageMeta): Promise<readonly Thing[]> => {
  const projectId = matchPath(paths.project.pattern, path)?.params.projectId
  const project = projectId && (await loadProject(projectId))
  if (project) return projectData(project)
  if (path === paths.home.href) return homeData()
  if (path === paths.projects.href) return projectsData(projectCards)
  if (path === paths.businessCard.href) return businessCardData({ name, path })
  return [breadcrumbs({ name, path })]
}

/** What only machines read of a page: the tags of link previews, and its contents in the words of schema.org. */
export const machineTags = async (page: PageMeta): Promise<string> =>
  renderToStaticMarkup(
    <>
      <SharePreview {...page} />
      <StructuredData things={await thingsOn(page)} />
    </>,
  )
