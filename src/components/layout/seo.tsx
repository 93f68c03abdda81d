import { site } from '@/content/site'

type SeoProps = {
  /** Title of the page, without the company's name. */
  title: string
  description: string
  /** Path of the page, for its canonical address. */
  path: string
  /** Keeps the page out of search results. */
  hidden?: boolean
}

/** The head of a page: title, description, canonical address. React moves the tags into `<head>`. */
export function Seo({ title, description, path, hidden = false }: SeoProps) {
  const fullTitle = path === '/' ? `${site.name} | ${title}` : `${title} | ${site.name}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={`${site.url}${path}`} />}
    </>
  )
}
