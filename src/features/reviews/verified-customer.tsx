import { BadgeCheck } from 'lucide-react'

/** Marks a review that came through an invitation of ours. */
export function VerifiedCustomer() {
  return (
    <span className="mt-1 flex items-center gap-1.5 font-semibold text-green-dark text-sm">
      <BadgeCheck aria-hidden className="size-4 shrink-0" />
      Verified customer
    </span>
  )
}

/** What the law asks of those who show reviews: to say how they are checked. */
export function HowReviewsAreChecked() {
  return (
    <p className="mt-3 max-w-prose text-concrete-700 text-sm">
      We read every review before it appears here. ‘Verified customer’ means that it came through a personal link we
      e-mailed to somebody we had worked for; we cannot be sure who wrote the others.
    </p>
  )
}
