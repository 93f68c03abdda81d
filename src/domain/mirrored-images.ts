import type { UploadedImage } from './image.ts'
import { avifName, toMirrorPath, toUploadedImage } from './uploaded-image.ts'

const parseSrcSet = (srcSet: string) => srcSet.split(', ').map((part) => part.split(' ')[0] ?? '')

export const listImageFiles = ({ srcSet }: UploadedImage): string[] =>
  parseSrcSet(srcSet).map((url) => url.split('/').at(-1) ?? '')

export const listUrls = ({ srcSet, avifSrcSet = '' }: UploadedImage): string[] =>
  [srcSet, avifSrcSet].flatMap(parseSrcSet)

const isUploadedImage = (value: object): value is UploadedImage => 'srcSet' in value

/** Replaces uploaded images in `value` with mirrors, if the site `has` all their files. */
export const preferMirrors = <Value>(value: Value, has: (name: string) => boolean): Value => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => preferMirrors(one, has)) as Value
  if (!isUploadedImage(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, preferMirrors(one, has)])) as Value
  const files = listImageFiles(value)
  if (!files.every(has)) return value
  const isInAvif = files.map(avifName).every(has)
  return {
    ...value,
    ...toUploadedImage({ ...value, files }, toMirrorPath, isInAvif && ((file) => toMirrorPath(avifName(file)))),
  }
}
