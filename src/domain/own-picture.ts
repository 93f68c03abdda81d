import type { CommonImage, OwnPicture } from './image'

/** The URL of a stored file. */
export type ToUrl = (file: string) => string

type Uploaded = Omit<CommonImage, 'src'> & { readonly files: readonly string[] }

/** A picture as the database has it, for the page. */
export const toOwnPicture = (
  { files, widths, width, height, placeholder, alt }: Uploaded,
  toUrl: ToUrl,
): OwnPicture => {
  const urls = files.map(toUrl)
  return {
    ...{ widths, width, height, placeholder, alt },
    src: urls[1] ?? urls[0] ?? '',
    srcSet: urls.map((url, size) => `${url} ${widths[size]}w`).join(', '),
    largest: urls.at(-1) ?? '',
  }
}

/** Where the site has copies of stored pictures, by the same names, so that a first view needs no second connection. */
export const COPIES_PATH = '/media/'

/** The name of a stored file's copy in AVIF. */
export const avifName = (name: string): string => name.replace(/\w+$/, 'avif')

const urlsIn = (srcSet: string) => srcSet.split(', ').map((part) => part.split(' ')[0] ?? '')

/** Names of a picture's files, wherever they lie. */
export const filesOf = ({ srcSet }: OwnPicture): string[] => urlsIn(srcSet).map((url) => url.split('/').at(-1) ?? '')

/** Names of the copies that a picture is shown by. */
export const copiesOf = ({ srcSet, avifSrcSet }: OwnPicture): string[] =>
  [srcSet, avifSrcSet ?? '']
    .flatMap(urlsIn)
    .flatMap((url) => (url.startsWith(COPIES_PATH) ? url.slice(COPIES_PATH.length) : []))

const isOwnPicture = (value: object): value is OwnPicture => 'srcSet' in value

/** The same, with every own picture in it shown by the site's copies where it `has` them of all its files. */
export const withCopies = <Value>(value: Value, has: (name: string) => boolean): Value => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => withCopies(one, has)) as Value
  if (!isOwnPicture(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withCopies(one, has)])) as Value
  const files = filesOf(value)
  if (!files.every(has)) return value
  const srcSetOf = (names: readonly string[]) =>
    names.map((name, at) => `${COPIES_PATH}${name} ${value.widths[at]}w`).join(', ')
  const avif = files.map(avifName)
  return {
    ...value,
    src: COPIES_PATH + (files[1] ?? files[0]),
    srcSet: srcSetOf(files),
    largest: COPIES_PATH + files.at(-1),
    ...(avif.every(has) && { avifSrcSet: srcSetOf(avif) }),
  }
}
