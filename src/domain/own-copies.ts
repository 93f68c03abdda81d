import type { OwnPicture } from './image.ts'
import { avifName, toCopy, toOwnPicture } from './own-picture.ts'

const urlsIn = (srcSet: string) => srcSet.split(', ').map((part) => part.split(' ')[0] ?? '')

/** The names of a picture's stored files, in rising widths. */
export const filesOf = ({ srcSet }: OwnPicture): string[] => urlsIn(srcSet).map((url) => url.split('/').at(-1) ?? '')

/** URLs of all files that a picture is shown by. */
export const urlsOf = ({ srcSet, avifSrcSet = '' }: OwnPicture): string[] => [srcSet, avifSrcSet].flatMap(urlsIn)

const isOwnPicture = (value: object): value is OwnPicture => 'srcSet' in value

/** Returns `value` with its uploaded pictures shown by the site's copies, where it `has` them of all files. */
export const withCopies = <Value>(value: Value, has: (name: string) => boolean): Value => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => withCopies(one, has)) as Value
  if (!isOwnPicture(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withCopies(one, has)])) as Value
  const files = filesOf(value)
  if (!files.every(has)) return value
  const isInAvif = files.map(avifName).every(has)
  return { ...value, ...toOwnPicture({ ...value, files }, toCopy, isInAvif && ((file) => toCopy(avifName(file)))) }
}
