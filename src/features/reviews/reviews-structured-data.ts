import { RATING_MAX, RATING_MIN } from '@contract/limits'
import { contractor } from '@/content/structured-data'
import type { ApprovedReview, ReviewSummary } from '@/domain/review'
import { structuredDataText, type Thing } from '@/domain/structured-data'
import { createTrustedPolicy } from '@/lib/trusted-types'

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

// Only allows JSON, which browsers don't execute.
const rules = {
  createScript: (text: string) => {
    JSON.parse(text)
    return text
  },
}
let policy: typeof rules | undefined

/** Adds JSON-LD. Returns a function that removes it. */
export const addReviewsData = (summary: ReviewSummary | undefined, reviews: readonly ApprovedReview[]) => {
  // React can't create a script under Trusted Types.
  policy ??= createTrustedPolicy('json-ld', rules)
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = policy.createScript(structuredDataText(reviewsData(summary, reviews)))
  document.body.append(script)
  return () => script.remove()
}
