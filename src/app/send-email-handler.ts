import {
  DELIVERY_STATUSES,
  ENQUIRY_PHOTOS_HEADER,
  IDEMPOTENCY_HEADER,
  type SendEmail,
  sendEmailSchema,
} from '@contract/enquiry'
import { FUNCTION_ERROR_CODES, FUNCTION_MESSAGES, type SendEmailReply } from '@contract/reply'
import * as v from 'valibot'
import { site } from '@/content/site'
import { fetchBackend } from '@/lib/backend'
import { jsonResponse } from '@/lib/polyfills'
import { CONNECTION } from '@/messages/everywhere'
import { sendEmailMessages } from '@/messages/send-email'

const detailsSchema = v.fallback(
  v.partial(v.object({ id: v.string(), recipient: v.string(), delivery: v.picklist(DELIVERY_STATUSES) })),
  {},
)
const errorSchema = v.object({
  code: v.fallback(v.picklist(FUNCTION_ERROR_CODES), 'unexpected'),
  fields: v.fallback(v.optional(v.array(v.string())), undefined),
})
const refusalSchema = v.union([
  v.object({ success: v.literal(false) }),
  v.object({ error: v.union([v.pipe(v.string(), v.nonEmpty()), v.looseObject({})]) }),
])
const fieldsSchema = v.object({
  message: v.fallback(v.string(), ''),
  details: detailsSchema,
  error: v.fallback(v.optional(errorSchema), undefined),
})

type Failure = Extract<SendEmailReply, { success: false }>
type Outcome = { success: true; details: v.InferOutput<typeof detailsSchema> } | Failure
type Options = { signal: AbortSignal; headers: Record<string, string> }
type Invoke = (body: SendEmail, options: Options) => Promise<Outcome>

const invokeSendEmail: Invoke = async (body, options) => {
  const response = await fetchBackend('/functions/v1/send-email', { body, ...options })
  // Supabase's header, with any status, if the function crashed or wasn't reached.
  const isAnswered = response.ok && response.headers.get('x-relay-error') !== 'true'
  const isPage = response.headers.get('content-type')?.startsWith('text/html')
  if (isAnswered && isPage) throw new Error('The host knows no such function, and sent a page')
  const reply: unknown = await response.json().catch(() => undefined)
  const { message, details, error: refusal } = v.parse(fieldsSchema, Object(reply))
  if (isAnswered && !v.is(refusalSchema, reply)) return { success: true, details }
  return {
    success: false,
    message: message || FUNCTION_MESSAGES.unexpected,
    error: refusal ?? (message ? undefined : { code: 'unexpected' }),
  }
}

const PASSED_ON = [IDEMPOTENCY_HEADER, ENQUIRY_PHOTOS_HEADER, 'Authorization']

// The contract requires this mock. The edge function verifies the token.
const verifyRecaptcha = async (_token: string): Promise<boolean> => true

const fail = (status: number, message: string, error?: Failure['error']): Response =>
  jsonResponse({ success: false, message, error } satisfies Failure, status)

/** Responds with 200, 400 (failed spam check) or 500. Rejects only when aborted. */
export const handleSendEmail = async (
  request: Request,
  { invoke = invokeSendEmail, verify = verifyRecaptcha }: { invoke?: Invoke; verify?: typeof verifyRecaptcha } = {},
): Promise<Response> => {
  try {
    const json: unknown = await request.json().catch(() => undefined)
    const { success, output: body } = v.safeParse(sendEmailSchema, json)
    if (!success) {
      const reason = FUNCTION_MESSAGES[json === undefined ? 'unsupported-type' : 'invalid']
      return fail(500, sendEmailMessages.badRequest(reason), { code: 'invalid' })
    }
    if (!(await verify(body.recaptchaToken))) return fail(400, sendEmailMessages.recaptchaFailed)

    const call = {
      ...body,
      toEmail: body.toEmail || body.email || site.email,
      source: body.source || site.projectsHost,
      domain: body.domain || window.location.hostname,
    }
    const headers = Object.fromEntries(
      PASSED_ON.map((name) => [name, request.headers.get(name) ?? '']).filter(([, value]) => value),
    )
    const outcome = await invoke(call, { signal: request.signal, headers }).catch((cause: unknown) => {
      if (request.signal.aborted) throw cause
      console.info('send-email was not reached', cause)
    })
    if (!outcome) return fail(500, sendEmailMessages.unreachable(CONNECTION))
    if (outcome.success) {
      const details = { ...outcome.details, recipient: outcome.details.recipient ?? call.toEmail }
      const message = sendEmailMessages.success(details.recipient)
      return jsonResponse({ success: true, message, details } satisfies SendEmailReply, 200)
    }
    if (outcome.error?.code === 'recaptcha-failed') return fail(400, sendEmailMessages.recaptchaFailed, outcome.error)
    return fail(500, sendEmailMessages.functionError(outcome.message), outcome.error)
  } catch (cause) {
    if (request.signal.aborted) throw cause
    console.info('send-email failed', cause)
    return fail(500, sendEmailMessages.failed)
  }
}
