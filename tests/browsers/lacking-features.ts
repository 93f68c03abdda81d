import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fetchProgram } from '../../scripts/fetch-program.mjs'
import { OLDEST_BROWSERS } from '../../src/prerender/oldest-browsers.ts'

type Support = { version_added?: string | boolean | null; version_removed?: string | boolean | null } & Partial<
  Record<'flags' | 'prefix' | 'alternative_name', unknown>
>
type Compat = { support: Record<string, Support | Support[] | undefined> }
type Features = { [name: string]: Features & { __compat?: Compat } }

/** Property of a global object, or of its instances unless it is static. */
export type Lacking = { owner: string; name: string; isStatic: boolean }

const oldest = Object.entries(OLDEST_BROWSERS).map(
  ([browser, version]) => [browser.replace('ios', 'safari_ios'), version] as const,
)

const isUpTo = (version: Support['version_added'], most: string): boolean => {
  if (typeof version !== 'string') return version === true
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  const [mostMajor = 0, mostMinor = 0] = most.split('.').map(Number)
  return major < mostMajor || (major === mostMajor && minor <= mostMinor)
}

const isIn = ({ support }: Compat, [browser, version]: readonly [string, string]): boolean =>
  [support[browser] ?? []].flat().some(({ version_added, version_removed, flags, prefix, alternative_name }) => {
    const isPlain = !flags && !prefix && !alternative_name
    return isPlain && isUpTo(version_added, version) && !isUpTo(version_removed, version)
  })

const isLacking = (compat: Compat | undefined): boolean =>
  compat !== undefined && !oldest.every((browser) => isIn(compat, browser))

// The data marks static members only for interfaces: `Response.json_static` isn't `response.json()`.
const STATIC = /_static$/
// Chromium requires trusted types even if nothing can create them. Playwright and the tests use the others.
const KEPT = /^(?:[Tt]rusted|checkVisibility$|databases$)/

const membersOf = (features: Features, owner: string): Lacking[] =>
  Object.entries(features).flatMap(([key, feature]) => {
    if (key === '__compat' || KEPT.test(key)) return []
    const name = key.replace(STATIC, '')
    if (isLacking(feature.__compat)) return [{ owner, name, isStatic: STATIC.test(key) }]
    return membersOf(feature, owner === '' ? name : `${owner}.${name}`)
  })

/** Returns features that some of the oldest browsers lack, or undefined if MDN's data can't be fetched. */
export const lackingFeatures = async (): Promise<Lacking[] | undefined> => {
  const folder = await fetchProgram('@mdn/browser-compat-data', '8.1.9')
  if (!folder) return undefined
  const { api, javascript } = JSON.parse(readFileSync(path.join(folder, 'data.json'), 'utf8'))
  return [...membersOf(javascript.builtins, ''), ...membersOf(api, '')]
}
