import { absoluteUrl, site } from '@/content/site'
import { structuredDataText, type Thing } from '@/domain/structured-data'

/** What search engines, link previews and the browser's tab are told about a page. */
export type PageMeta = {
  /** Title of the page, without the company's name. */
  title: string
  description: string
  /** Path of the page, for its canonical URL. */
  path: string
  /** Keeps the page out of search results and link previews. */
  hidden?: boolean
}

/** The `handle` of a public page's route. `Data` is what the route's loader returns. */
export type PageHandle<Data = unknown> = { meta: PageMeta | ((data: Data) => PageMeta) }

/** Returns what a matched route says about its page; nothing for routes that are no public page. */
export const metaOf = ({ handle, loaderData }: { handle: unknown; loaderData: unknown }): PageMeta | undefined => {
  const meta = (handle as PageHandle | undefined)?.meta
  return typeof meta === 'function' ? meta(loaderData) : meta
}

/** The page's title as the browser's tab shows it. */
export const fullTitle = ({ title, path }: PageMeta): string =>
  path === '/' ? `${site.name} | ${title}` : `${title} | ${site.name}`

/** Title, description, robots and canonical URL of a page. React moves the tags into `<head>`. */
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

/** Facts for machines, as JSON-LD. The browser executes nothing of it, so the page's policy on scripts allows it. */
export function StructuredData({ things }: { things: readonly Thing[] }) {
  return <script type="application/ld+json">{structuredDataText(things)}</script>
}
