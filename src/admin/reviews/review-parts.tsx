import { RATING_MAX } from '@contract/limits'
import { BadgeCheck, FlaskConical, ShieldAlert, Star } from 'lucide-react'
import { Badge } from '@/admin/components/badge'
import { SmallButton } from '@/admin/components/small-button'
import type { ModeratedReview } from '@/domain/moderation'
import { RATINGS } from '@/domain/ratings'

/** Fallbacks for empty values (contract, point 2). */
export const getReviewTitle = ({ title }: Pick<ModeratedReview, 'title'>): string => title?.trim() || 'No title'
export const getReviewText = ({ text }: Pick<ModeratedReview, 'text'>): string => text.trim() || 'No content'
export const getReviewSource = ({ source }: Pick<ModeratedReview, 'source'>): string => source?.trim() || 'Website'

export function Rating({ rating }: { rating: number }) {
  return (
    <span className="flex gap-0.5">
      <span className="sr-only">{`Rated ${rating} out of ${RATING_MAX}`}</span>
      {RATINGS.map((value) => (
        <Star
          key={value}
          aria-hidden
          className={`size-4 forced-colors:text-[CanvasText] ${value <= rating ? 'fill-ink text-ink forced-colors:fill-[CanvasText]' : 'text-concrete-500'}`}
        />
      ))}
    </span>
  )
}

/** Marks a review that came through an invitation. */
export function VerifiedCustomer() {
  return (
    <Badge tone="good" className="w-fit">
      <BadgeCheck aria-hidden className="size-3.5 shrink-0" />
      Verified customer
    </Badge>
  )
}

/** Marks a review rejected automatically because of the honeypot. */
export function CaughtAsSpam() {
  return (
    <Badge tone="warning" className="w-fit">
      <ShieldAlert aria-hidden className="size-3.5 shrink-0" />
      Caught by the spam filter
    </Badge>
  )
}

export function DemoNotice({ onLeave }: { onLeave?: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-made/50 bg-gravel/25 px-4 py-3 text-sm text-topsoil">
      <p className="flex items-center gap-2">
        <FlaskConical aria-hidden className="size-5 shrink-0" />
        Demo: these are sample reviews. Changes stay in this tab, and nothing is sent.
      </p>
      {onLeave && <SmallButton onClick={onLeave}>Exit demo</SmallButton>}
    </div>
  )
}
