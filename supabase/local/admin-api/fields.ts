import bcrypt from 'bcryptjs'
import * as v from 'valibot'
import { AdminApiError } from './errors.ts'

const metadata = v.record(v.string(), v.unknown())

const fieldsSchema = v.object({
  email: v.optional(v.string(), ''),
  password: v.optional(v.string(), ''),
  email_confirm: v.optional(v.boolean(), false),
  ban_duration: v.optional(v.string(), ''),
  app_metadata: v.optional(metadata, {}),
  user_metadata: v.optional(metadata, {}),
})
export type UserFields = v.InferOutput<typeof fieldsSchema>

/** Parses the body of a call; unknown fields are ignored, as the auth server does. */
export function parseFields(text: string): UserFields {
  let body: unknown
  try {
    body = text ? JSON.parse(text) : {}
  } catch {
    throw new AdminApiError('bad_json', 'Could not parse request body as JSON')
  }
  const parsed = v.safeParse(fieldsSchema, body)
  if (parsed.success) return parsed.output
  throw new AdminApiError('validation_failed', `Invalid ${String(parsed.issues[0].path?.[0]?.key ?? 'body')}`)
}

/** The address as it is stored. */
export function normaliseEmail(email: string): string {
  if (email.length > 255) throw new AdminApiError('validation_failed', 'An email address is too long')
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email.toLowerCase()
  throw new AdminApiError('validation_failed', 'Unable to validate email address: invalid format')
}

/** The hash Lite's own sign-in compares with. */
export async function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) <= 72) return bcrypt.hash(password, 10)
  throw new AdminApiError('validation_failed', 'Password cannot be longer than 72 characters')
}

const DURATION = /^(?=.)(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/

/** When a ban ends; null lifts it. */
export function banEnd(duration: string): string | null {
  if (duration === 'none') return null
  const match = DURATION.exec(duration)
  if (!match) throw new AdminApiError('validation_failed', 'invalid format for ban duration')
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return new Date(Date.now() + ((hours * 60 + minutes) * 60 + seconds) * 1_000).toISOString()
}
