import type { AdminEmail } from '@contract/admin-email'
import * as v from 'valibot'
import { callFunction } from '@/admin/backend/api'
import { getSession } from '@/admin/backend/client'
import { readEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { fetchWithDeadline } from '@/lib/fetch-with-timeout'

const mask = (key: string): string => (key.length > 24 ? `${key.slice(0, 15)}${'•'.repeat(8)}${key.slice(-4)}` : key)

/** Returns the build's backend settings, with keys masked for display. */
export const getBackendSettings = () => {
  const env = readEnv()
  return {
    url: env.VITE_SUPABASE_URL ?? window.location.origin,
    embedded: env.VITE_SUPABASE_URL === undefined,
    key: env.VITE_SUPABASE_PUBLISHABLE_KEY,
    maskedKey: mask(env.VITE_SUPABASE_PUBLISHABLE_KEY),
    siteKey: env.VITE_RECAPTCHA_SITE_KEY && mask(env.VITE_RECAPTCHA_SITE_KEY),
  }
}

const CHECK_TIMEOUT_MS = 10_000

type Target = { path: string; token?: string | undefined; method?: string; body?: object }

const ping = async ({ path, token, method, body }: Target, signal: AbortSignal): Promise<void> => {
  const { url, key } = getBackendSettings()
  const response = await fetchWithDeadline(CHECK_TIMEOUT_MS, `${url}${path}`, {
    headers: {
      apikey: key,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(method && { method }),
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal,
  }).catch((cause: unknown) => {
    throw new AppError('offline', { cause })
  })
  if (response.ok) return
  throw new AppError(response.status === 401 ? 'signed-out' : response.status === 403 ? 'not-allowed' : 'unexpected')
}

const checkDatabase = async (signal: AbortSignal) => {
  if (!(await callFunction('is_admin', {}, v.boolean(), { signal }))) throw new AppError('not-allowed')
}

const checkFunctions = async (signal: AbortSignal) => {
  const token = (await getSession()).data.session?.access_token
  await Promise.all([
    ping({ path: '/functions/v1/auth-admin/admin/users?page=1&per_page=1', token }, signal),
    ping({ path: '/functions/v1/admin-email', token, body: { kind: 'settings' } satisfies AdminEmail }, signal),
    // Other methods would store a testimonial or be rejected.
    ping({ path: '/functions/v1/submit-testimonial', method: 'OPTIONS' }, signal),
  ])
}

/** Backend parts with their health checks, which throw `AppError`. */
export const backendParts = [
  { key: 'auth', label: 'Authentication', check: (signal: AbortSignal) => ping({ path: '/auth/v1/health' }, signal) },
  { key: 'database', label: 'Database', check: checkDatabase },
  { key: 'functions', label: 'Edge functions', check: checkFunctions },
] as const
