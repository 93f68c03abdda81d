import type { CommonImage, UploadedImage } from './image'

export type ToUrl = (file: string) => string

type Uploaded = Omit<CommonImage, 'src'> & { readonly files: readonly string[] }

/** Converts an image from the database. `toAvif` requires every file in AVIF. */
export const toUploadedImage = (
  { files, widths, width, height, placeholder, alt }: Uploaded,
  toUrl: ToUrl,
  toAvif?: ToUrl | false,
): UploadedImage => {
  const urls = files.map(toUrl)
  const toSrcSet = (all: readonly string[]) => all.map((url, size) => `${url} ${widths[size]}w`).join(', ')
  return {
    widths,
    width,
    height,
    placeholder,
    alt,
    src: urls[1] ?? urls[0] ?? '',
    srcSet: toSrcSet(urls),
    largest: urls.at(-1) ?? '',
    ...(toAvif && { avifSrcSet: toSrcSet(files.map(toAvif)) }),
  }
}

/** Returns the path of a mirror, short because pages contain many. */
export const toMirrorPath: ToUrl = (file) => `/media/${file.replace(/^(\w{16})\w+/, '$1')}`

export const avifName: ToUrl = (file) => file.replace(/\w+$/, 'avif')
