import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { supabase } from '@/admin/backend/client'
import { fromAuth } from '@/admin/backend/errors'
import { adminMessages } from '@/admin/text/messages'
import { site } from '@/content/site'
import { AppError, isAppError } from '@/lib/errors'

const { secondFactor: texts } = adminMessages

/** Limit per user (`max_enrolled_factors` in supabase/config.toml). */
export const FACTORS_MAX = 2

/** Authenticator app, named by its user. */
export type TotpFactor = { id: string; name: string }

/** Unverified factor; `uri` is for the QR code, `secret` for typing. */
export type FactorEnrollment = TotpFactor & { uri: string; secret: string }

const listMyFactors = async () => {
  const { data, error } = await supabase.auth.mfa.listFactors()
  if (error) throw fromAuth(error)
  return data
}

export const factorsKey = ['second-factors'] as const

/** The signed-in user's verified factors. */
export const myFactorsQuery = queryOptions({
  queryKey: [...factorsKey, 'own'],
  queryFn: async (): Promise<TotpFactor[]> =>
    (await listMyFactors()).totp.map(({ id, friendly_name }) => ({ id, name: friendly_name ?? '' })),
})

// An unspecific error may mean that a correct code was rejected because one was used within its lifetime.
const toVerifyError = async (failure: AppError, factorId: string): Promise<AppError> => {
  if (failure.code !== 'unexpected') return failure
  const seconds = await callFunction('two_factor_wait', { p_factor: factorId }, v.nullable(v.number())).catch(() => 0)
  return seconds ? new AppError('code-used', { detail: texts.used(seconds), cause: failure }) : failure
}

/** Verifies a factor. Throws `AppError` (`wrong-code`, or `code-used` with the wait). */
export const verifyFactor = async (factorId: string, code: string): Promise<void> => {
  const { error } = await supabase.auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw await toVerifyError(fromAuth(error), factorId)
}

/** Verifies a code with any factor. Throws like `verifyFactor`. */
export const verifyCode = async (code: string): Promise<void> => {
  let wrong: AppError | undefined
  for (const { id } of (await listMyFactors()).totp) {
    try {
      return await verifyFactor(id, code)
    } catch (error) {
      if (!isAppError(error, 'wrong-code')) throw error
      wrong = error
    }
  }
  if (wrong) throw wrong
}

/** Whether this session lacks a code, as far as this browser knows. */
export const needsMfaCode = async (): Promise<boolean> => {
  const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel()
  return data?.nextLevel === 'aal2' && data.currentLevel !== 'aal2'
}

/** Returns whether the server succeeded. */
export const endOtherSessions = async (): Promise<boolean> =>
  (await supabase.auth.signOut({ scope: 'others' })).error === null

/** Starts an enrolment and removes unverified factors. Throws `AppError`. */
export const enrollFactor = async (name: string): Promise<FactorEnrollment> => {
  const { mfa } = supabase.auth
  for (const { id, status } of (await listMyFactors()).all)
    if (status === 'unverified') await mfa.unenroll({ factorId: id })
  const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: name, issuer: site.name })
  if (error?.code === 'mfa_factor_name_conflict') throw new AppError('refused', { detail: texts.nameTaken })
  if (error) throw fromAuth(error)
  return { id: data.id, name, uri: data.totp.uri, secret: data.totp.secret }
}

/** Returns whether other sessions ended. Throws like `verifyFactor`. */
export const verifyEnrollment = async ({ id }: FactorEnrollment, code: string): Promise<boolean> => {
  await verifyFactor(id, code).catch(async (error: unknown) => {
    // The response may have been lost.
    const mine = isAppError(error, 'offline', 'timed-out') ? await listMyFactors().catch(() => undefined) : undefined
    if (!mine?.totp.some((factor) => factor.id === id)) throw error
  })
  return endOtherSessions()
}

/** Removes a factor. Returns whether other sessions ended. Throws `AppError`. */
export const unenrollFactor = async ({ id }: TotpFactor): Promise<boolean> => {
  const { error } = await supabase.auth.mfa.unenroll({ factorId: id })
  if (error) throw fromAuth(error)
  const othersEnded = await endOtherSessions()
  // The local session still lists the factor.
  await supabase.auth.refreshSession()
  return othersEnded
}

const sinceSchema = v.nullable(v.string())

/** ISO 8601 time since which administrators need two-factor, or null. */
export const mfaRequirementQuery = queryOptions({
  queryKey: [...factorsKey, 'rule'],
  queryFn: () => callFunction('two_factor_required_since', {}, sinceSchema),
})

/** Sets whether administrators need two-factor. Throws `AppError`. */
export const setMfaRequired = (isOn: boolean): Promise<string | null> =>
  callFunction('require_two_factor', { p_required: isOn }, sinceSchema)
