import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { published, readPublished, root } from '../support/dist'

type Text = { name: string; text: string }
const BINARY = /\.(avif|webp|jpe?g|png|ico|woff2?|ttf|gz)$/

const publishedTexts: Text[] = [...published]
  .filter((name) => !BINARY.test(name))
  .map((name) => ({ name, text: readPublished(name).toString() }))

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
const trackedTexts: Text[] = tracked
  .filter((name) => !BINARY.test(name) && existsSync(path.join(root, name)))
  .map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }))

const found = (texts: Text[], pattern: RegExp | string) =>
  texts
    .filter(({ text }) => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)))
    .map(({ name }) => name)

const localSecret = (name: string) => {
  const line = new RegExp(`^${name}=(.+)$`, 'm').exec(readFileSync(path.join(root, '.env.local'), 'utf8'))
  return line?.[1]?.trim() ?? ''
}

describe.each([
  ['the published files', publishedTexts],
  ['the tracked files', trackedTexts],
])('%s', (_, texts) => {
  it.each(['SUPABASE_SECRET_KEY', 'SUPABASE_JWT_SECRET'])("do not hold the value of this machine's %s", (name) => {
    expect(texts.length).toBeGreaterThan(30)
    const secret = localSecret(name)
    expect(secret.length, `${name} is missing in .env.local`).toBeGreaterThan(20)
    expect(found(texts, secret)).toEqual([])
  })

  it.each([
    ['a Supabase secret key', /sb_secret_[\w-]{20,}/],
    ['a JSON web token', /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
    ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ])('do not hold %s', (_name, pattern) => {
    expect(found(texts, pattern)).toEqual([])
  })
})

describe('the published files', () => {
  it.each(['service_role', 'SUPABASE_SECRET_KEY', 'SUPABASE_JWT_SECRET'])('do not even speak of %s', (word) => {
    expect(found(publishedTexts, word)).toEqual([])
  })

  it('do not hold what only the build needs', () => {
    expect([...published].filter((name) => /\.(tsx?|map|sql|env.*)$|\/\.|manifest\.json$/.test(name))).toEqual([])
  })
})

describe('the tracked files', () => {
  it('leave out keys, data and builds', () => {
    expect(
      tracked.filter((name) => /(^|\/)\.env(\.|$)(?!example)|^dist\/|node_modules|supabase\/\.data/.test(name)),
    ).toEqual([])
  })
})
