import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { published, readPublished, root } from '../support/dist'

type Text = { name: string; text: string }
const BINARY = /\.(avif|webp|jpe?g|png|ico|woff2?|ttf|gz)$/

const textsOf = (names: readonly string[], read: (name: string) => Buffer): Text[] =>
  names.filter((name) => !BINARY.test(name)).map((name) => ({ name, text: read(name).toString() }))

const publishedTexts = textsOf([...published], readPublished)
const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
const present = tracked.filter((name) => existsSync(path.join(root, name)))
const trackedTexts = textsOf(present, (name) => readFileSync(path.join(root, name)))

const found = (texts: Text[], pattern: RegExp | string) =>
  texts
    .filter(({ text }) => (typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text)))
    .map(({ name }) => name)

const local = parseEnv(readFileSync(path.join(root, '.env.local'), 'utf8'))

describe.each([
  ['the published files', publishedTexts],
  ['the tracked files', trackedTexts],
])('%s', (_, texts) => {
  it.each(['SUPABASE_SECRET_KEY', 'SUPABASE_JWT_SECRET'])('no file contains the local value of %s', (name) => {
    expect(texts.length).toBeGreaterThan(30)
    const { [name]: secret = '' } = local
    expect(secret.length, `${name} is missing in .env.local`).toBeGreaterThan(20)
    expect(found(texts, secret)).toEqual([])
  })

  it.each([
    ['a Supabase secret key', /sb_secret_[\w-]{20,}/],
    ['a JSON web token', /eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
    ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ])('no file contains %s', (_name, pattern) => {
    expect(found(texts, pattern)).toEqual([])
  })
})

it.each(['service_role', 'SUPABASE_SECRET_KEY', 'SUPABASE_JWT_SECRET'])('no published file mentions %s', (word) => {
  expect(found(publishedTexts, word)).toEqual([])
})

it.each([
  ['the published files', [...published], /\.(tsx?|map|sql|env.*)$|\/\.|manifest\.json$/],
  ['the tracked files', tracked, /(^|\/)\.env(\.|$)(?!example)|^dist\/|node_modules|supabase\/\.data/],
])('%s include no environment files, data or build artefacts', (_, names, pattern) => {
  expect(names.filter((name) => pattern.test(name))).toEqual([])
})
