import { absoluteUrl, site } from '@/content/site'
import { structuredDataText, type Thing } from '@/domain/structured-data'

export type PageMeta = {
  /** Without the company's name. */
  title: string
  description: string
  /** For the canonical URL. */
  path: string
  /** Keeps the page out of search results and link previews. */
  hidden?: boolean
}

/** The `handle` of a public route; `Data` is what its loader returns. */
export type PageHandle<Data = unknown> = {
  meta: PageMeta | ((data: Data) => PageMeta)
  /** Whether its loader's data is what the owner publishes, which may be newer than the build. */
  isPublished?: boolean
}

/** Undefined for a route that is no public page. */
export const metaOf = ({ handle, loaderData }: { handle: unknown; loaderData: unknown }): PageMeta | undefined => {
  const meta = (handle as PageHandle | undefined)?.meta
  return typeof meta === 'function' ? meta(loaderData) : meta
}

export const fullTitle = ({ title, path }: PageMeta): string =>
  path === '/' ? `${site.name} | ${title}` : `${title} | ${site.name}`

/** React moves these tags into `<head>`. */
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
          <link rel="canonical" href={absoluteUrl(meta.path)} />
        </>
      )}
    </>
  )
}

/** JSON-LD. Browsers do not execute it, so the page's script policy allows it. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json">{structuredDataText(things)}</script>
}
