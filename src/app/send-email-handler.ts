import { sendEmailSchema } from '@contract/enquiry'
import { FUNCTION_MESSAGES, type FunctionFailure, type SendEmailReply } from '@contract/reply'
import * as v from 'valibot'
import { site } from '@/content/site'
import { messages } from '@/messages'
import { supabase } from '@/supabase'

/** What the handler answers, as JSON, on any failure. */
export type SendEmailFailure = { success: false; message: string; error?: FunctionFailure['error'] }

type Invoke = (body: v.InferOutput<typeof sendEmailSchema>, signal: AbortSignal) => Promise<SendEmailReply>

const invokeSendEmail: Invoke = async (body, signal) => {
  const { data, error } = await supabase.functions.invoke<SendEmailReply>('send-email', { body, signal })
  // The function's own answer stands in the response; the error's message is the same sentence for every failure.
  if (error && !(error.context instanceof Response)) throw error
  const reply: unknown = error ? await error.context.json().catch(() => undefined) : data
  return isReply(reply) ? reply : unreadable
}

const unreadable: SendEmailReply = {
  success: false,
  message: FUNCTION_MESSAGES.unexpected,
  error: { code: 'unexpected' },
}

const isReply = (value: unknown): value is SendEmailReply =>
  typeof value === 'object' &&
  value !== null &&
  'success' in value &&
  (value.success === true || (value.success === false && 'message' in value))

// The contract's browser-side check is a mock that always passes; the function behind it verifies the token.
const verifyRecaptcha = async (_token: string): Promise<boolean> => true

const fail = (status: number, message: string, error?: FunctionFailure['error']): Response => {
  const body: SendEmailFailure = { success: false, message, ...(error && { error }) }
  return Response.json(body, { status })
}

const parse = async (request: Request) => {
  const json: unknown = await request.json().catch(() => undefined)
  if (json === undefined) return { reason: FUNCTION_MESSAGES['unsupported-type'] }
  const result = v.safeParse(sendEmailSchema, json)
  return result.success ? { body: result.output } : { reason: FUNCTION_MESSAGES.invalid }
}

/**
 * Answers a request to /api/send-business-card: 200 when the `send-email` function took it, 400 when the spam check
 * failed, 500 otherwise. Rejects only when the request's own signal aborts it.
 */
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
