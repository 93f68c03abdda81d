import { PASSWORD_MAX_BYTES } from '../../functions/_shared/contract/auth-admin.ts'
import { authError } from './errors.ts'

const TEXTS = [
  'email',
  'phone',
  'password',
  'current_password',
  'token',
  'token_hash',
  'type',
  'refresh_token',
  'nonce',
  'auth_code',
  'code_verifier',
]
const OBJECTS = ['data', 'options', 'gotrue_meta_security']
const MAX_DEPTH = 32

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// Step by step, because a deep body would end a recursion before its depth is known.
const isStorable = (body: unknown): boolean => {
  let level: unknown[] = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return false
    const texts = level.flatMap((value) => (isObject(value) ? [...Object.keys(value), value] : [value]))
    if (texts.some((value) => typeof value === 'string' && value.includes('\0'))) return false
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []))
  }
  return true
}

const wrongField = (fields: Fields): string | undefined => {
  const given = (name: string) => Object.hasOwn(fields, name) && fields[name] !== null
  return (
    TEXTS.find((name) => given(name) && typeof fields[name] !== 'string') ??
    OBJECTS.find((name) => given(name) && !isObject(fields[name]))
  )
}

/**
 * Reads what is in the body of a call to the auth API, or answers as the auth server does to a body of another shape.
 * Lite looks into every body as if it were an object of texts, and fails with 500 where it is none.
 */
export function readAuthBody(text: string): { fields: Fields } | { refusal: Response } {
  // Empty bodies are Lite's to refuse: some calls need none.
  if (text === '') return { fields: {} }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { refusal: authError('bad_json', 'Could not parse request body as JSON') }
  }
  if (!isObject(body)) return { refusal: authError('bad_json', 'Could not parse request body as JSON: not an object') }
  const wrong = wrongField(body)
  if (wrong) return { refusal: authError('bad_json', `Could not parse request body as JSON: ${wrong}`) }
  if (!isStorable(body)) return { refusal: authError('bad_json', 'Could not parse request body as JSON: not storable') }
  // Lite checks this where somebody signs up and forgets it where a password is changed: bcrypt reads no further.
  if (typeof body.password === 'string' && Buffer.byteLength(body.password) > PASSWORD_MAX_BYTES) {
    return { refusal: authError('validation_failed', 'Password cannot be longer than 72 characters') }
  }
  return { fields: body }
}

/** Whether Lite can walk through this body of a REST call: what is no JSON is its own to refuse. */
export function isWalkable(text: string): boolean {
  try {
    return isStorable(JSON.parse(text))
  } catch {
    return true
  }
}

/** PostgREST's answer to a body it cannot read. */
export const unwalkable = (): Response =>
  Response.json({ code: 'PGRST102', details: null, hint: null, message: 'Empty or invalid json' }, { status: 400 })
