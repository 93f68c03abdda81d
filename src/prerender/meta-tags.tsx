import approved from 'virtual:approved-reviews'
import { renderToStaticMarkup } from 'react-dom/server'
import { matchPath } from 'react-router-dom'
import { fullTitle, type PageMeta, StructuredData } from '@/components/layout/seo'
import shareImages from '@/content/share/images.json'
import { site, toAbsoluteUrl } from '@/content/site'
import {
  breadcrumbs,
  businessCardData,
  homeData,
  imageFile,
  projectData,
  projectsData,
} from '@/content/structured-data'
import type { Project } from '@/domain/project'
import type { Thing } from '@/domain/structured-data'
import { reviewsData } from '@/features/reviews/reviews-structured-data'
import { paths } from '@/paths'
import { builtList } from '@/published/cards'
import { loadProject } from '@/published/load-project'

type ShareImage = { src: string; alt: string }
const shares: Readonly<Record<string, ShareImage | undefined>> = shareImages

// Named after the last path segment. Custom projects use their own image.
const getShareImage = (path: string, project: Project | null) => {
  const image = project?.after ?? project?.images.at(-1)
  if (image?.base === undefined && image) return { ...imageFile(image), alt: image.alt }
  const { src, alt } = shares[path.split('/').at(-1) ?? ''] ?? shareImages.cover
  return { url: toAbsoluteUrl(src), width: 1200, height: 630, alt }
}

function SharePreview({ project, ...meta }: PageMeta & { project: Project | null }) {
  const { description, path } = meta
  const title = fullTitle(meta)
  const { url, width, height, alt } = getShareImage(path, project)
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={toAbsoluteUrl(path)} />
      <meta property="og:image" content={url} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      <meta property="og:image:alt" content={alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={url} />
      <meta name="twitter:image:alt" content={alt} />
    </>
  )
}

const structuredData = ({ title: name, path }: PageMeta, project: Project | null): readonly Thing[] => {
  if (project) return projectData(project)
  if (path === paths.home.href) return homeData()
  if (path === paths.projects.href)
    return projectsData(builtList.first, builtList.first.length + (builtList.later?.count ?? 0))
  if (path === paths.businessCard.href) return businessCardData({ name, path })
  if (path === paths.testimonials.href && approved)
    return [breadcrumbs({ name, path }), ...reviewsData(approved.summary, approved.reviews)]
  return [breadcrumbs({ name, path })]
}

/** Returns a page's link preview and structured data as HTML. */
export const metaTags = async (page: PageMeta): Promise<string> => {
  const projectId = matchPath(paths.project.pattern, page.path)?.params.projectId
  const project = projectId ? await loadProject(projectId) : null
  return renderToStaticMarkup(
    <>
      <SharePreview {...page} project={project} />
      <StructuredData things={structuredData(page, project)} />
    </>,
  )
}
