import { site, toAbsoluteUrl } from '@/content/site'
import { structuredDataText, type Thing } from '@/domain/structured-data'

/** `title` excludes the company name. `hidden` prevents indexing and link previews. */
export type PageMeta = {
  title: string
  description: string
  path: string
  hidden?: boolean
}

export type PageHandle<Data = unknown> = {
  meta: PageMeta | ((data: Data) => PageMeta)
  /** Whether the loader's data may be newer than the build. */
  isPublished?: boolean
}

/** Returns a route's metadata; undefined for non-public pages. */
export const getPageMeta = ({ handle, loaderData }: { handle: unknown; loaderData: unknown }): PageMeta | undefined => {
  const meta = (handle as PageHandle | undefined)?.meta
  return typeof meta === 'function' ? meta(loaderData) : meta
}

export const fullTitle = ({ title, path }: PageMeta): string =>
  path === '/' ? `${site.name} | ${title}` : `${title} | ${site.name}`

export function Seo(meta: PageMeta) {
  return (
    <>
      <title>{fullTitle(meta)}</title>
      <meta name="description" content={meta.description} />
      {meta.hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta name="robots" content="index, follow, max-image-preview:large" />
          <link rel="canonical" href={toAbsoluteUrl(meta.path)} />
        </>
      )}
    </>
  )
}

/** Renders JSON-LD. Browsers don't execute it, so the CSP allows it. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json">{structuredDataText(things)}</script>
}
