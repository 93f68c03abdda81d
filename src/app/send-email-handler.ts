import { DELIVERY_STATUSES, type SendEmail, sendEmailSchema } from '@contract/enquiry'
import { FUNCTION_ERROR_CODES, FUNCTION_MESSAGES, type SendEmailReply } from '@contract/reply'
import * as v from 'valibot'
import { site } from '@/content/site'
import { messages } from '@/messages'
import { supabase } from '@/supabase'

// A success counts even if the rest of the answer is malformed.
const replySchema = v.variant('success', [
  v.object({
    success: v.literal(true),
    message: v.fallback(v.string(), ''),
    details: v.fallback(
      v.optional(v.object({ id: v.string(), recipient: v.string(), delivery: v.picklist(DELIVERY_STATUSES) })),
      undefined,
    ),
  }),
  v.object({
    success: v.literal(false),
    message: v.string(),
    error: v.optional(
      v.object({
        code: v.fallback(v.picklist(FUNCTION_ERROR_CODES), 'unexpected'),
        fields: v.optional(v.array(v.string())),
      }),
    ),
  }),
])

type Failure = Extract<SendEmailReply, { success: false }>
type Invoke = (body: SendEmail, signal: AbortSignal) => Promise<SendEmailReply>

const invokeSendEmail: Invoke = async (body, signal) => {
  const { data, error } = await supabase.functions.invoke<unknown>('send-email', { body, signal })
  // The function's own answer is in the response; the error's message is the same for every failure.
  if (error && !(error.context instanceof Response)) throw error
  const reply = v.safeParse(replySchema, error ? await error.context.json().catch(() => undefined) : data)
  if (reply.success) return reply.output
  return { success: false, message: FUNCTION_MESSAGES.unexpected, error: { code: 'unexpected' } }
}

// The contract's browser-side check is a mock that always passes; the function behind it verifies the token.
const verifyRecaptcha = async (_token: string): Promise<boolean> => true

const fail = (status: number, message: string, error?: Failure['error']): Response =>
  Response.json({ success: false, message, error } satisfies Failure, { status })

const parse = async (request: Request) => {
  const json: unknown = await request.json().catch(() => undefined)
  if (json === undefined) return { reason: FUNCTION_MESSAGES['unsupported-type'] }
  const result = v.safeParse(sendEmailSchema, json)
  return result.success ? { body: result.output } : { reason: FUNCTION_MESSAGES.invalid }
}

/** Answers with 200 if `send-email` took it, 400 for a failed spam check, else 500. Rejects only when aborted. */
export const handleSendEmail = async (
  request: Request,
  { invoke = invokeSendEmail, verify = verifyRecaptcha }: { invoke?: Invoke; verify?: typeof verifyRecaptcha } = {},
): Promise<Response> => {
  try {
    const { body, reason } = await parse(request)
    if (!body) return fail(500, messages.sendEmail.badRequest(reason), { code: 'invalid' })
    if (!(await verify(body.recaptchaToken))) return fail(400, messages.sendEmail.recaptchaFailed)

    const call = {
      ...body,
      toEmail: body.toEmail || body.email || site.email,
      source: body.source || site.projectsHost,
      domain: body.domain || window.location.hostname,
    }
    let reply: SendEmailReply
    try {
      reply = await invoke(call, request.signal)
    } catch (cause) {
      if (request.signal.aborted) throw cause
      console.info('send-email was not reached', cause)
      return fail(500, messages.sendEmail.unreachable(messages.connection))
    }
    if (reply.success) {
      const message = messages.sendEmail.success(reply.details?.recipient ?? call.toEmail)
      return Response.json({ ...reply, message }, { status: 200 })
    }
    if (reply.error?.code === 'recaptcha-failed') return fail(400, messages.sendEmail.recaptchaFailed, reply.error)
    return fail(500, messages.sendEmail.functionError(reply.message), reply.error)
  } catch (cause) {
    if (request.signal.aborted) throw cause
    console.info('send-email failed', cause)
    return fail(500, messages.sendEmail.failed)
  }
}
