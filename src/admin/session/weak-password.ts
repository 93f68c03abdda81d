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

// zxcvbn's 'safely unguessable': more than a hundred million guesses.
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

/** Why a password is weak: many people use its like, or it names this site or its owner. */
export const weakPasswordReason = async (
  password: string,
  email: string,
): Promise<'common' | 'context' | undefined> => {
  // What is too short the auth server refuses in words of its own.
  if (password.length < PASSWORD_MIN) return undefined
  const { score, sequence } = (await estimator.load()).check(password, contextWords(email))
  if (score >= SAFE_SCORE) return undefined
  return sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs') ? 'context' : 'common'
}

/** Refuses a weak password. The auth server has the last word, this one saves people from mistakes. */
export const refuseWeakPassword = async (password: string, email: string): Promise<void> => {
  const reason = await weakPasswordReason(password, email)
  if (reason) throw new AppError('weak-password', { reasons: [reason] })
}
