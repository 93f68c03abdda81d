import { Secret, TOTP } from 'otpauth'
import type { TestBackend } from './backend.ts'
import { type ApiAnswer, type Caller, callAs } from './backend-users.ts'

/** Factor with its app's secret. */
export type TestFactor = { id: string; secret: string }
type Session = { token: string }

/** Returns the code that the app shows at a time. */
export const generateCode = ({ secret }: Pick<TestFactor, 'secret'>, timestamp = Date.now()): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })

const post = (backend: Caller, who: Session, path: string, body: object = {}): Promise<ApiAnswer> =>
  callAs(backend, who, `/auth/v1/factors${path}`, { method: 'POST', body })

export const requestEnrollment = (backend: Caller, who: Session, friendly_name = 'Phone'): Promise<ApiAnswer> =>
  post(backend, who, '', { factor_type: 'totp', issuer: 'Kettle Digs', friendly_name })

export async function enrollFactor(backend: Caller, who: Session, name?: string): Promise<TestFactor> {
  const { body } = await requestEnrollment(backend, who, name)
  const { id, totp } = body as { id: string; totp?: { secret: string } }
  if (!totp) throw new Error(`Setting up a factor failed: ${JSON.stringify(body)}`)
  return { id, secret: totp.secret }
}

/** Returns the ID of a new challenge. */
export const createChallenge = async (backend: Caller, who: Session, factor: TestFactor): Promise<string> =>
  ((await post(backend, who, `/${factor.id}/challenge`)).body as { id: string }).id

/** Sends a code, by default the correct one for a new challenge. */
export async function sendCode(
  backend: Caller,
  who: Session,
  factor: TestFactor,
  { code = generateCode(factor), challenge = '' } = {},
): Promise<ApiAnswer> {
  const challenge_id = challenge || (await createChallenge(backend, who, factor))
  return post(backend, who, `/${factor.id}/verify`, { challenge_id, code })
}

/** Proves a factor and returns the new token. */
export async function verifyFactor(backend: Caller, who: Session, factor: TestFactor): Promise<Session> {
  const { body } = await sendCode(backend, who, factor)
  const { access_token: token } = body as { access_token?: string }
  if (!token) throw new Error(`Proving a factor failed: ${JSON.stringify(body)}`)
  return { token }
}

/** Sets up a factor and proves it. */
export async function withFactor(backend: Caller, who: Session, name?: string) {
  const factor = await enrollFactor(backend, who, name)
  return { factor, ...(await verifyFactor(backend, who, factor)) }
}

/** Skips the 90 seconds between two proofs. */
export const allowNextCode = ({ sql }: Pick<TestBackend, 'sql'>, { id }: Pick<TestFactor, 'id'>) =>
  sql('delete from auth.mfa_challenges where factor_id = $1 and verified_at is not null', [id])
