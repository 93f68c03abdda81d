import { useEffect } from 'react'
import { contractor } from '@/content/structured-data'
import { RATING_MAX, RATING_MIN } from '@/domain/limits'
import type { ApprovedReview, ReviewSummary } from '@/domain/review'
import { structuredDataText, type Thing } from '@/domain/structured-data'
import { jsonLdScript } from './json-ld'

const scale = { worstRating: RATING_MIN, bestRating: RATING_MAX }

export const reviewsData = (summary: ReviewSummary | undefined, reviews: readonly ApprovedReview[]): Thing[] => {
  if (summary?.average == null || reviews.length === 0) return []
  return [
    {
      ...contractor,
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: summary.average,
        reviewCount: summary.count,
        ...scale,
      },
      review: reviews.map(({ name, title, text, rating, created_at }) => ({
        '@type': 'Review',
        author: { '@type': 'Person', name },
        ...(title && { name: title }),
        reviewBody: text,
        datePublished: created_at,
        reviewRating: { '@type': 'Rating', ratingValue: rating, ...scale },
      })),
    },
  ]
}

/** The approved reviews as JSON-LD; the featured samples are left out. */
export default function ReviewsStructuredData(props: {
  summary: ReviewSummary | undefined
  reviews: readonly ApprovedReview[]
}) {
  const things = reviewsData(props.summary, props.reviews)
  const text = things.length > 0 && structuredDataText(things)
  useEffect(() => {
    if (!text) return
    const script = jsonLdScript(text)
    document.body.append(script)
    return () => script.remove()
  }, [text])
  return null
}
