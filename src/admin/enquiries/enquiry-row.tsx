import { Reply } from 'lucide-react'
import { useEffect, useState } from 'react'
import { serverNow } from '@/admin/backend/client'
import { Badge } from '@/admin/components/badge'
import { LazyScreen } from '@/admin/components/lazy-screen'
import { LongText } from '@/admin/components/long-text'
import { SmallButton } from '@/admin/components/small-button'
import { useChangeStatus } from '@/admin/data/enquiries'
import { formatDateTime } from '@/admin/text/format-date'
import { capitalise } from '@/admin/text/messages'
import { buttonClass } from '@/components/ui/button'
import { canResend, type EnquiryStatus, mailtoHref, replyHref, type StoredEnquiry } from '@/domain/enquiry-inbox'
import { lazyModule } from '@/lib/lazy-module'
import { EnquiryStatusField } from './enquiry-status'

const photosModule = lazyModule(() => import('./enquiry-photos'))

const deliveries = {
  pending: { tone: 'warning', text: 'Sending email' },
  sent: { tone: 'good', text: 'You were notified' },
  failed: { tone: 'danger', text: 'Email failed' },
} as const

const statusTones = { new: 'warning', won: 'good' } as Partial<Record<EnquiryStatus, 'warning' | 'good'>>

type EnquiryRowProps = {
  enquiry: StoredEnquiry
  sending: boolean
  onResend: () => void
  onEditNote: () => void
  onDelete: () => void
}

const linkClass = 'inline-flex min-h-6 items-center text-green-dark underline underline-offset-2'

// Asks once after the user returns from the mail program.
const useReply = (waits: boolean) => {
  const [state, setState] = useState<'replying' | 'returned'>()
  useEffect(() => {
    if (state !== 'replying') return
    const onReturn = () => document.visibilityState === 'visible' && setState('returned')
    document.addEventListener('visibilitychange', onReturn)
    window.addEventListener('focus', onReturn)
    return () => {
      document.removeEventListener('visibilitychange', onReturn)
      window.removeEventListener('focus', onReturn)
    }
  }, [state])
  return {
    hasReturned: waits && state === 'returned',
    begin: () => setState('replying'),
    end: () => setState(undefined),
  }
}

/** Returns the subject or a placeholder. */
export const getEnquiryTitle = ({ kind, subject }: StoredEnquiry): string =>
  kind === 'business-card' ? 'Business card shared' : subject || 'No subject'

export function EnquiryRow({ enquiry, sending, onResend, onEditNote, onDelete }: EnquiryRowProps) {
  const { kind, name, email, phone, message, delivery, created_at, photos, note } = enquiry
  const { changeStatus, pending } = useChangeStatus(enquiry)
  const status = pending ?? enquiry.status
  const share = kind === 'business-card'
  const title = name || email
  const topic = getEnquiryTitle(enquiry)
  const about = `${topic}, ${title}`
  const delivered = deliveries[delivery]
  // A shared card isn't sent to the owner.
  const { tone, text } = share && delivery === 'sent' ? { ...delivered, text: 'Email sent' } : delivered
  const waits = status === 'new'
  const reply = useReply(waits)
  const noteLabel = note ? 'Edit note' : 'Add note'
  const sentOn = formatDateTime(created_at)
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <article className="min-w-0" aria-label={about}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 wrap-anywhere text-base" dir="auto">
            {title}
          </h2>
          {status && <Badge tone={statusTones[status] ?? 'neutral'}>{capitalise(status)}</Badge>}
          <Badge tone={tone}>{text}</Badge>
        </div>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-concrete-600 text-sm">
          <span dir="auto" className="min-w-0 wrap-anywhere font-semibold text-ink">
            {topic}
          </span>
          <a href={mailtoHref(email)} className={`${linkClass} break-all`}>
            {email}
          </a>
          {phone && (
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={`${linkClass} whitespace-nowrap`}>
              {phone}
            </a>
          )}
          <time dateTime={created_at}>{sentOn}</time>
        </p>
        <div className="mt-2 grid max-w-prose justify-items-start gap-1 text-sm">
          <LongText text={share ? `Sent to ${email}: ${message}` : message} about={`message from ${name || email}`} />
        </div>
        {photos.length > 0 && (
          <div className="min-h-34">
            <LazyScreen module={photosModule} props={{ photos, sender: title }} />
          </div>
        )}
        {note && (
          <div className="mt-3 grid max-w-prose justify-items-start gap-1 border-made border-l-4 pl-3 text-sm">
            <h3 className="font-semibold text-sm">Private note</h3>
            <LongText text={note} about={`note about ${title}`} />
          </div>
        )}
        {status && <EnquiryStatusField enquiry={enquiry} status={status} about={about} onChange={changeStatus} />}
      </article>
      <div className="flex flex-wrap content-start items-start gap-2 md:max-w-72 md:justify-end xl:max-w-none">
        {!share && (
          <>
            <a
              href={replyHref(enquiry, sentOn)}
              onClick={() => waits && reply.begin()}
              aria-label={`Reply: ${about}`}
              className={buttonClass({ size: 'sm' })}
            >
              <Reply aria-hidden className="size-4" />
              Reply
            </a>
            {reply.hasReturned && (
              <fieldset className="flex flex-wrap items-center gap-2 text-sm">
                <legend className="float-left mr-1 font-semibold">Have you replied?</legend>
                <SmallButton
                  variant="default"
                  onClick={() => {
                    reply.end()
                    changeStatus({ to: 'contacted' })
                  }}
                  about={about}
                >
                  Yes
                </SmallButton>
                <SmallButton onClick={reply.end} about={about}>
                  Not yet
                </SmallButton>
              </fieldset>
            )}
            <SmallButton onClick={onEditNote} aria-label={`${noteLabel}: ${about}`}>
              {noteLabel}
            </SmallButton>
          </>
        )}
        {canResend(enquiry, serverNow()) && (
          <SmallButton busy={sending} onClick={onResend} aria-label={`Send again: ${about}`}>
            {sending ? 'Sending...' : 'Send again'}
          </SmallButton>
        )}
        <SmallButton
          onClick={onDelete}
          aria-label={`Delete: ${about}`}
          variant="destructive"
          className="max-md:first:-ml-3.5"
        >
          Delete
        </SmallButton>
      </div>
    </li>
  )
}
