/** Name of the search parameter that says which photo is open, counted from 1. */
export const PHOTO_PARAMETER = 'photo'

/** Returns the index of the photo that a search parameter names, or undefined where it names none of them. */
export const photoIndex = (value: string | null, count: number): number | undefined => {
  // Only the spelling that the site itself writes: one photo, one address.
  if (!value || !/^[1-9]\d{0,3}$/.test(value)) return undefined
  const number = Number(value)
  return number <= count ? number - 1 : undefined
}

/** Returns the search string with the photo put in, or taken out; whatever else it says stays. */
export const searchWithPhoto = (search: string, index: number | undefined): string => {
  const parameters = new URLSearchParams(search)
  if (index === undefined) parameters.delete(PHOTO_PARAMETER)
  else parameters.set(PHOTO_PARAMETER, String(index + 1))
  const text = parameters.toString()
  return text ? `?${text}` : ''
}

/** Returns the index so many steps on; past either end it goes on from the other one. */
export const stepFrom = (index: number, steps: number, count: number): number =>
  (((index + steps) % count) + count) % count

/** A photo on the table: 0 is the one in view, -1 and 1 lie to its left and right. */
export type Slide = { index: number; offset: -1 | 0 | 1 }

/** Returns the photo in view with its neighbours, each photo once even where there are only one or two. */
export const slidesAround = (index: number, count: number): Slide[] => {
  const slides: Slide[] = [
    { index, offset: 0 },
    { index: stepFrom(index, 1, count), offset: 1 },
    { index: stepFrom(index, -1, count), offset: -1 },
  ]
  return slides.filter((slide, place) => slides.findIndex((other) => other.index === slide.index) === place)
}
