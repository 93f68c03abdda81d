import { createContext, use } from 'react'
import { absoluteUrl } from '@/content/absolute-url'
import { site } from '@/content/site'

type SeoProps = {
  /** Title of the page, without the company's name. */
  title: string
  description: string
  /** Path of the page, for its canonical address. */
  path: string
  /** Keeps the page out of search results and link previews. */
  hidden?: boolean
}

/** A page that may be found: `name` is its title without the company's name. */
export type ListedPage = { name: string; title: string; description: string; path: string }

/**
 * Where the prerender learns which page it draws, to add what only machines read. They load every address anew, so no
 * browser has to know any of it.
 */
export const ListedPageContext = /* @__PURE__ */ createContext<((page: ListedPage) => void) | undefined>(undefined)

/** What search engines and the browser's tab show of a page. React moves the tags into `<head>`. */
export function Seo({ title: name, description, path, hidden = false }: SeoProps) {
  const title = path === '/' ? `${site.name} | ${name}` : `${name} | ${site.name}`
  if (import.meta.env.SSR && !hidden) use(ListedPageContext)?.({ name, title, description, path })
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={description} />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta name="robots" content="index, follow, max-image-preview:large" />
          <link rel="canonical" href={absoluteUrl(path)} />
        </>
      )}
    </>
  )
}
