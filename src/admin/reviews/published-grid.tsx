import { EyeOff, MailCheck } from 'lucide-react'
import { Badge } from '@/admin/components/badge'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { keepFocus } from '@/admin/components/keep-focus'
import { LongText } from '@/admin/components/long-text'
import { SmallButton } from '@/admin/components/small-button'
import { useAction } from '@/admin/components/use-action'
import { replyToReview } from '@/admin/data/review-replies'
import { useFailedThankYous } from '@/admin/data/reviews'
import { formatDate } from '@/admin/text/format-date'
import { adminErrorText } from '@/admin/text/messages'
import { replyMessages } from '@/admin/text/reply-messages'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview } from '@/domain/moderation'
import { cn } from '@/lib/cn'
import { AppError } from '@/lib/errors'
import type { useRejectionReason } from './rejection-dialog'
import { getReviewSource, getReviewText, Rating, VerifiedCustomer } from './review-parts'
import type { useModeration } from './use-moderation'

const REMOVE = 'Remove from site'

type ThanksStateProps = { review: ModeratedReview; onThank: (review: ModeratedReview) => void }

function ThanksState({ review, onThank }: ThanksStateProps) {
  const { name, email, thanked_at, thanks_failed_at } = review
  if (thanked_at)
    return (
      <p className="flex items-center gap-1.5 text-concrete-700">
        <MailCheck aria-hidden className="size-4 shrink-0" />
        <span>{`Thank-you email sent on ${formatDate(thanked_at)}`}</span>
      </p>
    )
  return (
    <>
      {thanks_failed_at && <Badge tone="danger">Thank-you email failed</Badge>}
      {email !== '' && (
        <SmallButton onClick={() => onThank(review)} about={`to ${name}`}>
          Send thank-you email
        </SmallButton>
      )}
    </>
  )
}

type ReplyProps = { review: ModeratedReview; onReply: (review: ModeratedReview) => void }

function Reply({ review, onReply }: ReplyProps) {
  const { name, reply, reply_sent_at, reply_failed_at } = review
  const about = `to ${name}`
  const resend = useAction({
    mutationFn: async () => {
      const stored = await replyToReview(review, reply, reply)
      if (stored.reply !== reply) throw new AppError('conflict')
      if (!stored.delivery) throw new AppError('under-way')
    },
    onError: (error) => toast.error(adminErrorText(error)),
  })
  const remove = () =>
    confirm({
      title: 'Delete your reply?',
      description: 'Visitors will no longer see it. The review stays on the website.',
      confirmLabel: 'Delete reply',
      busyLabel: 'Deleting...',
      action: async () => {
        const stored = await replyToReview(review, '', reply)
        if (stored.reply !== '') throw new AppError('conflict')
      },
      done: replyMessages.deleted,
    })
  return (
    <div className={cn('grid justify-items-start gap-2', reply && 'border-green border-l-4 pl-3')}>
      {reply && (
        <>
          <p className="font-semibold">Your reply</p>
          <LongText text={reply} about={`reply to ${name}`} />
          {!reply_sent_at && reply_failed_at && <Badge tone="danger">Reply email failed</Badge>}
        </>
      )}
      <span className="flex flex-wrap gap-2">
        {reply && !reply_sent_at && (
          <SmallButton onClick={() => void keepFocus(() => resend.mutate())} busy={resend.isPending} about={about}>
            Email reply
          </SmallButton>
        )}
        <SmallButton onClick={() => onReply(review)} about={about}>
          {reply ? 'Edit reply' : 'Reply'}
        </SmallButton>
        {reply && (
          <SmallButton onClick={() => void keepFocus(remove)} about={about}>
            Delete reply
          </SmallButton>
        )}
      </span>
    </div>
  )
}

type FailedThankYouEmailsProps = { onThank: (review: ModeratedReview) => void }

/** Lists failed thank-you emails across all pages. */
export function FailedThankYouEmails({ onThank }: FailedThankYouEmailsProps) {
  const { data = [] } = useFailedThankYous()
  if (data.length === 0) return null
  return (
    <section
      aria-labelledby="failed-thanks"
      className="rounded-card border border-danger/50 bg-danger-soft p-4 text-sm"
    >
      <h3 id="failed-thanks" className="font-semibold text-base text-danger">
        Failed thank-you emails
      </h3>
      <ul className="mt-2 grid gap-2">
        {data.map((review) => (
          <li key={review.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 wrap-anywhere">
              <bdi className="font-semibold">{review.name}</bdi>
              {review.thanks_failed_at && <span>{`, last attempt ${formatDate(review.thanks_failed_at)}`}</span>}
            </span>
            <span className="flex flex-wrap items-center gap-2">
              <ThanksState review={review} onThank={onThank} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type PublishedGridProps = {
  reviews: readonly ModeratedReview[]
  moderate: ReturnType<typeof useModeration>['moderate']
  askReason: ReturnType<typeof useRejectionReason>['askReason']
  onThank: (review: ModeratedReview) => void
  /** Undefined in the demo. */
  onReply: ReplyProps['onReply'] | undefined
}

export function PublishedGrid({ reviews, moderate, askReason, onThank, onReply }: PublishedGridProps) {
  const removeFromSite = async (id: string) => {
    const rejection = await askReason({
      title: 'Remove this review from the site?',
      description:
        'Visitors will no longer see it. It moves to ‘Deleted’, where you can restore it or delete it permanently.',
      confirmLabel: REMOVE,
    })
    if (rejection) await moderate('reject', [id], { rejection })
  }

  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {reviews.map((review) => (
        <Card as="li" key={review.id} className="flex flex-col gap-3 p-4 text-sm">
          <figure className="flex grow flex-col gap-2">
            <div className="flex items-start justify-between gap-3">
              <bdi className="font-semibold [overflow-wrap:anywhere]">{review.name}</bdi>
              <Rating rating={review.rating} />
            </div>
            <blockquote className="grow">
              <LongText text={`“${getReviewText(review)}”`} about={`review by ${review.name}`} />
            </blockquote>
            <figcaption className="flex flex-wrap justify-between gap-x-3 text-concrete-600">
              <bdi className="[overflow-wrap:anywhere]">{review.location}</bdi>
              <span>
                {getReviewSource(review)} · <time dateTime={review.created_at}>{formatDate(review.created_at)}</time>
              </span>
            </figcaption>
            {review.verified && <VerifiedCustomer />}
          </figure>
          {onReply && <Reply review={review} onReply={onReply} />}
          <div className="flex flex-wrap items-center gap-2">
            <ThanksState review={review} onThank={onThank} />
            <SmallButton
              onClick={() => void keepFocus(() => removeFromSite(review.id))}
              variant="destructive"
              className="ml-auto px-2"
              Icon={EyeOff}
              about={`the review by ${review.name}`}
            >
              {REMOVE}
            </SmallButton>
          </div>
        </Card>
      ))}
    </ul>
  )
}
