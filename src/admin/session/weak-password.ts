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
 * Returns `context` for words about this site or its user, `common`, or undefined if strong or too short (the auth
 * server reports that). Throws `AppError` if the estimator can't be loaded.
 */
export const weakPasswordReason = async (password: string, email: string) => {
  if (password.length < PASSWORD_MIN) return undefined
  const { score, sequence } = (await estimator.load()).check(password, contextWords(email))
  if (score >= SAFE_SCORE) return undefined
  return sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs') ? 'context' : 'common'
}

/** Throws like `weakPasswordReason`, and `weak-password`. The auth server decides. */
export const assertStrongPassword = async (password: string, email: string): Promise<void> => {
  const reason = await weakPasswordReason(password, email)
  if (reason) throw new AppError('weak-password', { reasons: [reason] })
}
