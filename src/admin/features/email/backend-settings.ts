import { readEnv } from '@/lib/env'

const mask = (key: string): string => (key.length > 24 ? `${key.slice(0, 15)}${'•'.repeat(8)}${key.slice(-4)}` : key)

/** What the build was told about the backend and the spam check. Keys are public, and masked all the same. */
export const backendSettings = () => {
  const env = readEnv()
  return {
    url: env.VITE_SUPABASE_URL ?? window.location.origin,
    embedded: env.VITE_SUPABASE_URL === undefined,
    key: env.VITE_SUPABASE_PUBLISHABLE_KEY,
    maskedKey: mask(env.VITE_SUPABASE_PUBLISHABLE_KEY),
    siteKey: env.VITE_RECAPTCHA_SITE_KEY && mask(env.VITE_RECAPTCHA_SITE_KEY),
  }
}
