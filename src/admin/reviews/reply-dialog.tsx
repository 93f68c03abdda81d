import { REVIEW_REPLY_MAX } from '@contract/admin-email'
import { requiredText } from '@contract/text'
import { LongText } from '@/admin/components/long-text'
import { SharedTextDialog } from '@/admin/components/shared-text-dialog'
import { replyToReview } from '@/admin/data/review-replies'
import { useTypingGuard } from '@/admin/session/navigation-guard'
import { adminErrorText } from '@/admin/text/messages'
import { replyMessages as messages } from '@/admin/text/reply-messages'
import { toast } from '@/components/ui/toast'
import type { ModeratedReview } from '@/domain/moderation'
import { getReviewText } from './review-parts'

type ReplyDialogProps = { review: ModeratedReview; onClose: () => void }

/** Edits the public reply to a review. */
export default function ReplyDialog({ review, onClose }: ReplyDialogProps) {
  const { name, reply } = review
  const onTyped = useTypingGuard('reply')
  return (
    <SharedTextDialog
      title={`Reply to ${name}`}
      description={
        review.reply_sent_at
          ? 'Everyone can read it below the review.'
          : 'Everyone can read it below the review. We’ll email its author once.'
      }
      label="Reply"
      submitLabel={reply ? 'Save reply' : 'Publish reply'}
      text={reply}
      schema={requiredText(REVIEW_REPLY_MAX)}
      limit={REVIEW_REPLY_MAX}
      rows={6}
      changedText={messages.changed}
      save={async (text, seen) => (await replyToReview(review, text, seen)).reply}
      explain={adminErrorText}
      onTyped={onTyped}
      onSaved={() => toast.success(reply ? messages.saved : messages.published)}
      onClose={onClose}
    >
      <blockquote className="grid justify-items-start text-sm">
        <LongText text={`“${getReviewText(review)}”`} about={`review by ${name}`} />
      </blockquote>
    </SharedTextDialog>
  )
}
