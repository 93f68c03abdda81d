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
