import * as v from 'valibot'
import { clientIp } from '../_shared/client-ip.ts'
import { APPROVAL_MAIL_RATE } from '../_shared/contract/approval-mail.ts'
import {
  ENQUIRY_PHOTOS_HEADER,
  IDEMPOTENCY_HEADER,
  SEND_EMAIL_BODY_MAX,
  SEND_EMAIL_LIMITS,
  type SendEmailKind,
  type SendEmailTo,
  sendEmailRequestSchema,
} from '../_shared/contract/enquiry.ts'
import { enquiryPhotosSchema } from '../_shared/contract/enquiry-photo.ts'
import { FunctionError } from '../_shared/errors.ts'
import { jsonFunction } from '../_shared/json-function.ts'
import type { Handler, Who } from '../_shared/pipeline.ts'
import type { Rate, Services } from '../_shared/services.ts'
import { type Caller, sendEnquiry, sendTestMail, sendThankYou, shareCard, withdrawReview } from './actions.ts'

type Kind<Name extends SendEmailKind> = {
  who: Who
  rate: Rate & { counter: string }
  act: (message: SendEmailTo<Name>, services: Services, caller: Caller) => Promise<object>
}

const VISITORS = { counter: 'send-email', ...SEND_EMAIL_LIMITS.ip }

// Visitors at the owner's IP address must not use up the owner's limit.
const KINDS: { [Name in SendEmailKind]: Kind<Name> } = {
  card: { who: 'visitor', rate: VISITORS, act: shareCard },
  enquiry: { who: 'visitor', rate: VISITORS, act: sendEnquiry },
  withdrawal: { who: 'visitor', rate: { ...VISITORS, counter: 'withdraw-review' }, act: withdrawReview },
  test: { who: 'administrator', rate: { ...VISITORS, counter: 'send-email-test' }, act: sendTestMail },
  approval: {
    who: 'administrator',
    rate: { ...APPROVAL_MAIL_RATE, counter: 'send-email-approval' },
    act: sendThankYou,
  },
}

const parseHeader = <Output>({ headers }: Request, name: string, schema: v.GenericSchema<string, Output>) => {
  const header = v.safeParse(v.optional(schema), headers.get(name) ?? undefined)
  if (!header.success) throw new FunctionError('invalid', { fields: [name] })
  return header.output
}

// TypeScript can't relate a message's kind to its table entry.
const getKindConfig = (message: SendEmailTo<SendEmailKind>) => KINDS[message.kind] as Kind<SendEmailKind>

/** Handles visitors' enquiries, business cards and withdrawn reviews, and administrators' test and thank-you emails. */
export const createHandler = (services: Services): Handler =>
  jsonFunction({
    name: 'send-email',
    flag: 'success',
    maxBytes: SEND_EMAIL_BODY_MAX,
    schema: sendEmailRequestSchema,
    services,
    who: (message) => getKindConfig(message).who,
    // Strangers' rejected calls must not use up the owner's limit.
    count: ({ req }, message, isAllowed) => {
      const { rate } = getKindConfig(message)
      return services.limit(`${rate.counter}${isAllowed ? '' : '-refused'}`, clientIp(req.raw), rate)
    },
    act: ({ req }, message) =>
      getKindConfig(message).act(message, services, {
        ip: clientIp(req.raw),
        idempotencyKey: parseHeader(req.raw, IDEMPOTENCY_HEADER, v.pipe(v.string(), v.uuid())),
        photos: parseHeader(req.raw, ENQUIRY_PHOTOS_HEADER, enquiryPhotosSchema),
      }),
  })
