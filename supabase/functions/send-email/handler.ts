import * as v from 'valibot'
import { isAdmin } from '../_shared/caller.ts'
import { clientIp } from '../_shared/client-ip.ts'
import { APPROVAL_MAIL_RATE } from '../_shared/contract/approval-mail.ts'
import {
  IDEMPOTENCY_HEADER,
  SEND_EMAIL_BODY_MAX,
  SEND_EMAIL_LIMITS,
  type SendEmailKind,
  type SendEmailTo,
  sendEmailRequestSchema,
} from '../_shared/contract/enquiry.ts'
import { FunctionError, type Handler, jsonEndpoint } from '../_shared/http.ts'
import type { Rate, Services } from '../_shared/services.ts'
import { type Caller, sendEnquiry, sendTestMail, shareCard, thankReviewer } from './actions.ts'

type Kind<Name extends SendEmailKind> = {
  who: 'anybody' | 'administrators'
  rate: Rate & { counter: string }
  act: (message: SendEmailTo<Name>, services: Services, caller: Caller) => Promise<object>
}

const VISITORS = { counter: 'send-email', ...SEND_EMAIL_LIMITS.ip }

// Counted apart, so that visitors who share the owner's IP address do not use up what the owner may send.
const KINDS: { [Name in SendEmailKind]: Kind<Name> } = {
  card: { who: 'anybody', rate: VISITORS, act: shareCard },
  enquiry: { who: 'anybody', rate: VISITORS, act: sendEnquiry },
  test: { who: 'administrators', rate: { ...VISITORS, counter: 'send-email-test' }, act: sendTestMail },
  approval: {
    who: 'administrators',
    rate: { ...APPROVAL_MAIL_RATE, counter: 'send-email-approval' },
    act: thankReviewer,
  },
}

const idempotencyKeyOf = ({ headers }: Request): string | undefined => {
  const key = v.safeParse(v.optional(v.pipe(v.string(), v.uuid())), headers.get(IDEMPOTENCY_HEADER) ?? undefined)
  if (!key.success) throw new FunctionError('invalid', { fields: [IDEMPOTENCY_HEADER] })
  return key.output
}

/** Sends a visitor's enquiry or business card, and an administrator's test email or thanks to a reviewer. */
export const createHandler = (services: Services): Handler => {
  const handle = async <Name extends SendEmailKind>(message: SendEmailTo<Name>, kind: Kind<Name>, request: Request) => {
    const ip = clientIp(request)
    const isAllowed = kind.who === 'anybody' || (await isAdmin(request, services))
    // Nor may strangers' attempts.
    const counter = `${kind.rate.counter}${isAllowed ? '' : '-refused'}`
    await services.limit(counter, ip, kind.rate)
    if (!isAllowed) throw new FunctionError('not-allowed')
    return kind.act(message, services, { ip, idempotencyKey: idempotencyKeyOf(request) })
  }
  return jsonEndpoint({
    name: 'send-email',
    flag: 'success',
    maxBytes: SEND_EMAIL_BODY_MAX,
    schema: sendEmailRequestSchema,
    // Each message goes to the kind of its own name, which the type system cannot follow through the table.
    act: (message, request) => handle(message, KINDS[message.kind] as Kind<typeof message.kind>, request),
  })
}
