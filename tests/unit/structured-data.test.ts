import { expect, it } from 'vitest'
import galleryPictures from '@/content/gallery/images.json'
import { site } from '@/content/site'
import { contractor, imageFile } from '@/content/structured-data'
import type { ApprovedReview } from '@/domain/review'
import { structuredDataText } from '@/domain/structured-data'
import { toUploadedImage } from '@/domain/uploaded-image'
import { reviewsData } from '@/features/reviews/reviews-structured-data'
import { fakeProjectImage } from '../support/custom-projects'
import { validateThing } from '../support/schema-org'

const review: ApprovedReview = {
  id: '1',
  name: 'Zoë </script><script>alert(1)</script>',
  location: 'Camden',
  title: null,
  text: 'Dug <b>deep</b>.\u2028 "Clean" & dry.',
  rating: 4,
  source: 'Website',
  verified: false,
  created_at: '2026-01-02T03:04:05+00:00',
  reply: '',
  replied_at: null,
}

it('structured data preserves every character but cannot close its script element', () => {
  const things = [{ '@type': 'Thing', name: review.name, text: review.text }]
  const text = structuredDataText(things)
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual({ '@context': 'https://schema.org', '@graph': things })
})

it('reviews are described with their average rating and follow schema.org', () => {
  const [thing] = reviewsData({ count: 12, average: 4.5, numbers: null }, [review, { ...review, title: 'Dry at last' }])
  expect(validateThing(thing)).toEqual([])
  expect(thing).toMatchObject({
    '@id': contractor['@id'],
    aggregateRating: { ratingValue: 4.5, reviewCount: 12, worstRating: 1, bestRating: 5 },
    review: [
      { author: { name: review.name }, reviewBody: review.text, reviewRating: { ratingValue: 4 } },
      { name: 'Dry at last' },
    ],
  })
})

it('no review data is published before reviews are loaded or while none exist', () => {
  for (const summary of [undefined, { count: 0, average: null, numbers: null }])
    expect(reviewsData(summary, [review])).toEqual([])
  expect(reviewsData({ count: 3, average: 5, numbers: null }, [])).toEqual([])
})

it('imageFile returns the largest file with the aspect ratio of the image', () => {
  for (const image of galleryPictures) {
    const { url, width, height } = imageFile(image)
    expect(url).toBe(`${site.url}${image.base}-${image.widths.at(-1)}.webp`)
    expect(width / height).toBeCloseTo(image.width / image.height, 2)
  }
})

it('an image that exists only in Storage is referenced by its Storage URL', () => {
  const url = 'https://abc.supabase.co/storage/v1/object/public/site-media/a.webp'
  const own = toUploadedImage(fakeProjectImage('a.webp'), () => url)
  expect(imageFile({ ...own, id: 1, description: '' }).url).toBe(url)
})
