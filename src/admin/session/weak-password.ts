import { PASSWORD_MIN } from '@contract/auth-admin'
import { site } from '@/content/site'
import { AppError } from '@/lib/errors'
import { lazyModule } from '@/lib/lazy-module'
import { defaultAdmin } from './default-admin'

const TRADE_WORDS = [
  'groundworks',
  'groundwork',
  'basement',
  'underpinning',
  'builder',
  'london',
  'website',
  'dashboard',
]

// zxcvbn's 'safely unguessable': over a hundred million guesses.
const SAFE_SCORE = 3

const estimator = lazyModule(async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
})

const contextWords = (email: string): string[] => {
  const names = [site.name, site.founder.name, new URL(site.url).hostname, email, defaultAdmin.password]
  return [...names, ...names.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)), ...TRADE_WORDS]
}

/**
 * Why a password is weak: it is too common, or made of words about this site or its user; undefined for a good one, and for one
 * that is too short, of which the auth server has its own message. Throws `AppError` if its code cannot be loaded.
 */
export const weakPasswordReason = async (password: string, email: string) => {
  if (password.length < PASSWORD_MIN) return undefined
  const { score, sequence } = (await estimator.load()).check(password, contextWords(email))
  if (score >= SAFE_SCORE) return undefined
  return sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs') ? 'context' : 'common'
}

/** Throws as `weakPasswordReason`, and `weak-password`. It saves people from mistakes; the auth server has the last word. */
export const assertStrongPassword = async (password: string, email: string): Promise<void> => {
  const reason = await weakPasswordReason(password, email)
  if (reason) throw new AppError('weak-password', { reasons: [reason] })
}
