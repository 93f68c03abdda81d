import { Badge } from '@/admin/components/badge'
import { LongText } from '@/admin/components/long-text'
import { buttonClass } from '@/components/ui/button'
import { canResend, type StoredEnquiry } from '@/domain/enquiry-inbox'

const deliveries = {
  pending: { tone: 'warning', text: 'E-mail on its way' },
  sent: { tone: 'good', text: 'E-mail sent' },
  failed: { tone: 'danger', text: 'E-mail failed' },
} as const

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

type EnquiryRowProps = {
  enquiry: StoredEnquiry
  sending: boolean
  onResend: () => void
  onDelete: () => void
}

/** One enquiry: who, when, what, whether its e-mail arrived, and what can be done. */
export function EnquiryRow({ enquiry, sending, onResend, onDelete }: EnquiryRowProps) {
  const { kind, name, email, phone, subject, message, delivery, created_at } = enquiry
  const share = kind === 'business-card'
  const title = share ? 'Business card shared' : subject || 'Enquiry without a subject'
  const { tone, text } = deliveries[delivery]
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto]">
      <article className="min-w-0" aria-label={`${title}, ${name || email}`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="min-w-0 wrap-anywhere font-sans text-base tracking-normal" dir="auto">
            {title}
          </h2>
          <Badge tone={tone}>{text}</Badge>
        </div>
        <p className="mt-1 flex flex-wrap gap-x-3 text-concrete-600 text-sm">
          {name && <span dir="auto">{name}</span>}
          <a href={`mailto:${email}`} className="break-all text-green-dark underline underline-offset-2">
            {email}
          </a>
          {phone && (
            <a
              href={`tel:${phone.replace(/[^+\d]/g, '')}`}
              className="whitespace-nowrap text-green-dark underline underline-offset-2"
            >
              {phone}
            </a>
          )}
          <time dateTime={created_at}>{when.format(new Date(created_at))}</time>
        </p>
        <div className="mt-2 grid max-w-prose justify-items-start gap-1 text-sm">
          <LongText text={share ? `Sent to ${email}: ${message}` : message} about={`message from ${name || email}`} />
        </div>
      </article>
      <div className="flex flex-wrap content-start items-start gap-2 md:justify-end">
        {canResend(enquiry, Date.now()) && (
          <button
            type="button"
            disabled={sending}
            onClick={onResend}
            aria-label={`Send again: ${title}, ${name || email}`}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            {sending ? 'Sending...' : 'Send again'}
          </button>
        )}
        <button
          type="button"
          onClick={onDelete}
          aria-label={`Delete: ${title}, ${name || email}`}
          className={buttonClass({ variant: 'ghost', size: 'sm', className: '-ml-3.5 text-danger! md:ml-0' })}
        >
          Delete
        </button>
      </div>
    </li>
  )
}
