import { absoluteUrl } from '@/content/absolute-url'
import { shareImages } from '@/content/share-images'
import { site } from '@/content/site'
import type { ShareImage } from '@/domain/picture'
import type { Thing } from '@/domain/structured-data'
import { StructuredData } from './structured-data'

type SeoProps = {
  /** Title of the page, without the company's name. */
  title: string
  description: string
  /** Path of the page, for its canonical address. */
  path: string
  /** Keeps the page out of search results and link previews. */
  hidden?: boolean
  /** What link previews show instead of the cover: a picture, or the one of a page. */
  image?: ShareImage | keyof typeof shareImages
  /** What the page shows, for machines. */
  structuredData?: readonly Thing[]
}

function SharePreview({ title, description, path, image = 'cover' }: { title: string } & Omit<SeoProps, 'title'>) {
  const { src, alt } = typeof image === 'string' ? shareImages[image] : image
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

/** What search engines and link previews read of a page. React moves the tags into `<head>`. */
export function Seo({ title, description, path, hidden = false, image, structuredData }: SeoProps) {
  const fullTitle = path === '/' ? `${site.name} | ${title}` : `${title} | ${site.name}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {hidden ? (
        <meta name="robots" content="noindex" />
      ) : (
        <>
          <meta name="robots" content="index, follow, max-image-preview:large" />
          <link rel="canonical" href={absoluteUrl(path)} />
          <SharePreview title={fullTitle} description={description} path={path} {...(image && { image })} />
        </>
      )}
      {structuredData && <StructuredData things={structuredData} />}
    </>
  )
}
