import { approvalFormSchema } from '@contract/approval-mail'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router-dom'
import * as v from 'valibot'
import { Card } from '@/admin/components/card'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { ActionForm } from '@/admin/components/form'
import { LongText } from '@/admin/components/long-text'
import { SectionHeader } from '@/admin/components/section-header'
import { findReviewByLink, reviewKeys, reviewsHref } from '@/admin/data/reviews'
import { AdminOnly } from '@/admin/session/admin-only'
import { formatDate } from '@/admin/text/format-date'
import { adminErrorText, adminMessages } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { Button, buttonClass } from '@/components/ui/button'
import { Form, SubmitButton } from '@/components/ui/form'
import { toast } from '@/components/ui/toast'
import { approvalLinkSchema, type ReviewToApprove } from '@/domain/moderation'
import { validate } from '@/lib/validate'
import { paths } from '@/paths'
import { useApproval } from './approval'
import { DemoNotice, getReviewSource, getReviewText, getReviewTitle, Rating, VerifiedCustomer } from './review-parts'
import { sampleTestimonials } from './sample-testimonials'
import { MailFields, useThankYouForm } from './thank-you-form'

const { approval: messages, reviews: reviewMessages } = adminMessages

type ApprovalFormProps = { review: ReviewToApprove; simulated: boolean; onDone: () => void; onCancel: () => void }

function ApprovalForm({ review, simulated, onDone, onCancel }: ApprovalFormProps) {
  const { approveAndSend, sending, approved } = useApproval(review, simulated, onDone)
  return (
    <Form
      check={(typed) => validate(approvalFormSchema, typed)}
      action={async (mail) => void (await approveAndSend(mail))}
      explain={adminErrorText}
      errorTitle={approved ? messages.mailFailed : messages.failed}
      className="grid gap-4"
    >
      <MailFields review={review} missing="This testimonial has no email address. Approve it under Reviews instead." />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busyLabel="Sending..." disabled={review.email === ''} variant="green">
          {approved ? 'Send Email Again' : 'Approve & Send Email'}
        </SubmitButton>
        <Button busy={sending} onClick={onCancel} variant={approved ? 'outline' : 'ghost'}>
          {approved ? 'Close without sending' : 'Cancel'}
        </Button>
      </div>
    </Form>
  )
}

const placeholder = sampleTestimonials.find(({ status }) => status === 'pending')

function Testimonial({ review }: { review: ReviewToApprove }) {
  return (
    <figure className="grid gap-2 rounded-card bg-paper p-4 text-sm">
      <Rating rating={review.rating} />
      <blockquote>
        <p dir="auto" className="font-semibold">
          {getReviewTitle(review)}
        </p>
        <LongText text={getReviewText(review)} about={`review by ${review.name}`} />
      </blockquote>
      <figcaption className="text-concrete-600">
        <bdi className="font-semibold text-ink">{review.name}</bdi>, <bdi>{review.location}</bdi> ·{' '}
        {formatDate(review.created_at)} · {getReviewSource(review)}
      </figcaption>
      {review.verified && <VerifiedCustomer />}
    </figure>
  )
}

const thanksHistory = ({ thanked_at, thanks_failed_at }: ReviewToApprove): string => {
  if (thanked_at) return `A thank-you email was sent on ${formatDate(thanked_at)}.`
  return thanks_failed_at
    ? `The thank-you email failed on ${formatDate(thanks_failed_at)}.`
    : 'No thank-you email has been sent yet.'
}

function DeferredThanks({ review, onLeave }: { review: ReviewToApprove; onLeave: () => void }) {
  const form = useThankYouForm(review, onLeave)
  return <ActionForm {...form} other={{ label: 'Cancel', onClick: onLeave }} />
}

function AlreadyModerated({ review, onLeave }: { review: ReviewToApprove; onLeave: () => void }) {
  const approved = review.status === 'approved'
  const onDate = review.moderated_at ? ` on ${formatDate(review.moderated_at)}` : ''
  return (
    <>
      <EmptyState
        title={approved ? 'This testimonial is already approved' : 'This testimonial was deleted'}
        action={
          <Link to={reviewsHref({ tab: approved ? 'published' : 'deleted' })} className={buttonClass({ size: 'sm' })}>
            {approved ? 'Show published reviews' : 'Show deleted reviews'}
          </Link>
        }
      >
        {approved
          ? `It was approved${onDate} and is on the website. ${thanksHistory(review)}`
          : `It was moved to deleted${onDate}. Restoring it will publish it.`}
      </EmptyState>
      {approved && !review.thanked_at && <DeferredThanks review={review} onLeave={onLeave} />}
    </>
  )
}

export default function ApprovalView() {
  const navigate = useNavigate()
  const [parameters] = useSearchParams()
  const link = v.safeParse(approvalLinkSchema, { id: parameters.get('id'), hash: parameters.get('hash') })
  // Without a link, the contract requires a simulated placeholder.
  const simulated = !parameters.has('id') && !parameters.has('hash')

  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: link.success ? reviewKeys.link(link.output.id, link.output.hash) : reviewKeys.link('', ''),
    queryFn: link.success ? () => findReviewByLink(link.output) : skipToken,
    staleTime: 0,
    // A refetch would replace the form while the user types.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const review = simulated ? placeholder : data

  const leave = () => void navigate(paths.admin.href)
  const done = () => {
    toast.success(simulated ? messages.simulated : messages.done(review?.email ?? ''))
    leave()
  }

  const content = () => {
    if (error) return <ErrorPanel error={error} title={reviewMessages.failedTitle} query={{ refetch, isFetching }} />
    if (link.success && isPending)
      return (
        <p role="status" className="py-10 text-center text-concrete-600">
          {reviewMessages.loading}
        </p>
      )
    if (!review)
      return (
        <EmptyState
          title="Testimonial not found"
          action={
            <Link to={reviewsHref({ tab: 'pending' })} className={buttonClass({ size: 'sm' })}>
              Show pending reviews
            </Link>
          }
        >
          {messages.unknown}
        </EmptyState>
      )
    return (
      <>
        <Testimonial review={review} />
        {review.status === 'pending' ? (
          <ApprovalForm key={review.id} review={review} simulated={simulated} onDone={done} onCancel={leave} />
        ) : (
          <AlreadyModerated review={review} onLeave={leave} />
        )}
      </>
    )
  }

  return (
    <div className="grid max-w-3xl gap-5">
      {simulated && <DemoNotice />}
      <Card as="section" aria-label="Approval with Email Notification" className="grid gap-5 p-5 md:p-6">
        <SectionHeader
          title="Approval with Email Notification"
          description="Approving publishes the testimonial and sends its author a thank-you email."
        />
        {simulated ? content() : <AdminOnly what="testimonial">{content()}</AdminOnly>}
      </Card>
    </div>
  )
}
