import { defaultAdmin } from '@/admin/default-admin'
import { site } from '@/content/site'
import { AppError } from '@/lib/errors'
import { lateModule } from '@/lib/late-module'

// With at most this much beside them, these words are what somebody would try who knows the site.
const OWN_PART_MIN = 6
const COMMON_WORDS = ['password', 'passwort', 'administrator', 'admin', 'dashboard', 'welcome', 'letmein', 'qwerty']
const TRADE_WORDS = ['groundworks', 'groundwork', 'basement', 'underpinning', 'builder', 'london', 'website']

const list = lateModule(() => import('./common-passwords.txt?raw'))

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The words of this site, its trade and the account that a new password must not consist of. */
export const contextWords = (email: string): string[] => {
  const names = [site.name, site.founder.name, new URL(site.url).hostname, email].join(' ')
  const words = names.split(/[^\p{L}\p{N}]+/u).map(plain)
  const known = [...words.filter((word) => word.length > 3), ...COMMON_WORDS, ...TRADE_WORDS]
  // Longer ones first, so that no shorter word leaves a rest of them.
  return [plain(defaultAdmin.password), ...new Set(known)].toSorted((a, b) => b.length - a.length)
}

/** Why an attacker would try a password among the first: as the auth server names its reasons. */
export const guessableBecause = async (password: string, email: string): Promise<'common' | 'context' | undefined> => {
  const { default: common } = await list.load()
  if (common.split('\n').includes(password.toLowerCase())) return 'common'
  const whole = plain(password)
  const rest = contextWords(email).reduce((left, word) => left.replaceAll(word, ''), whole)
  return rest !== whole && rest.length < OWN_PART_MIN ? 'context' : undefined
}

/** Refuses a password that would be guessed soon. The auth server has the last word, this one saves people from mistakes. */
export const refuseGuessable = async (password: string, email: string): Promise<void> => {
  const reason = await guessableBecause(password, email)
  if (reason) throw new AppError('weak-password', { reasons: [reason] })
}
