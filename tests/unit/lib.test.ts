import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { hasOptedOut, isAnalyticsAllowed } from '@/lib/analytics'
import { cn } from '@/lib/cn'
import { PLACEHOLDER_MEASUREMENT_ID, readEnv } from '@/lib/env'
import { validate } from '@/lib/validate'
import { checkSettings } from '@/prerender/settings'

describe('validate', () => {
  const schema = v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(3)),
    email: v.pipe(v.string(), v.nonEmpty(), v.email()),
    rating: v.optional(v.pipe(v.number(), v.integer()), 5),
  })

  it('validate returns the parsed value, cleaned and with defaults', () => {
    const value = { name: 'ab', email: 'a@example.com', rating: 5 }
    expect(validate(schema, { name: ' ab ', email: 'a@example.com', extra: 1 })).toEqual({ ok: true, value })
  })

  it('validate reports the first problem of each field', () => {
    const problems = { name: 'too-long', email: 'missing', rating: 'invalid' }
    expect(validate(schema, { name: 'abcd', email: '', rating: 2.5 })).toEqual({ ok: false, problems })
    expect(validate(schema, { name: 'a' })).toEqual({ ok: false, problems: { email: 'invalid' } })
    expect(validate(schema, null)).toMatchObject({ ok: false })
  })
})

describe('build settings', () => {
  it('build settings are optional, and empty or unrelated variables are ignored', () => {
    const open = { VITE_ANALYTICS_ID: PLACEHOLDER_MEASUREMENT_ID, VITE_UNDER_CONSTRUCTION: 'off' }
    expect(readEnv({})).toEqual({ VITE_SUPABASE_PUBLISHABLE_KEY: '', ...open })
    const empty = Object.fromEntries(Object.keys(readEnv({})).map((name) => [name, '']))
    const foreign = { MODE: 'test', DEV: true, SECRET: 5, VITE_SUPABASE_PUBLISHABLE_KEY: 5 }
    for (const source of [empty, foreign]) expect(readEnv(source)).toEqual(readEnv({}))
    for (const source of [{}, empty, { SECRET: 5 }]) expect(() => checkSettings(source)).not.toThrow()
  })

  it('build settings keep their values, except for trailing slashes of URLs', () => {
    const urls = { VITE_SUPABASE_URL: 'https://a.example.co//', VITE_PROJECTS_HOST: 'https://b.example/' }
    const key = { VITE_SUPABASE_PUBLISHABLE_KEY: 'key' }
    const trimmed = { VITE_SUPABASE_URL: 'https://a.example.co', VITE_PROJECTS_HOST: 'https://b.example' }
    expect(readEnv({ ...urls, ...key })).toMatchObject({ ...trimmed, ...key })
  })

  it('all invalid build settings are reported together by name', () => {
    const bad = { VITE_SUPABASE_URL: 'nonsense', VITE_PROJECTS_HOST: 'also nonsense', VITE_RECAPTCHA_SITE_KEY: 5 }
    const names = Object.keys(bad).map((name) => `${name}: [^;]+`)
    expect(() => checkSettings(bad)).toThrow(new RegExp(`^Invalid settings: ${names.join('; ')}$`))
  })

  it.each([
    ...['UA-1234-5', 'g-abc', 'G-1"></script>', 'xG-1'].map((id) => ['VITE_ANALYTICS_ID', id, 'a measurement id']),
    ...['true', 'On', '1'].map((value) => ['VITE_UNDER_CONSTRUCTION', value, "'on' or 'off'"]),
  ] as [string, string, string][])('build setting %s rejects the value %j', (name, value, expected) => {
    expect(() => checkSettings({ [name]: value })).toThrow(`${name}: expected ${expected}`)
  })
})

describe('page views', () => {
  const real = { measurementId: 'G-AB12CD34EF', hostname: 'www.testbau.example' }
  const allowed = { ...real, consent: 'accepted', optedOut: false } as const
  const own = ['localhost', 'site.localhost', '127.0.0.1', '127.10.2.3', '[::1]', '::1']
  const others = ['localhost.example', 'notlocalhost', '127.0.0.1.example', '10.0.0.7']

  it.each([
    [true, {}],
    [false, { consent: 'rejected' }],
    [false, { consent: undefined }],
    [false, { measurementId: PLACEHOLDER_MEASUREMENT_ID }],
    [false, { optedOut: true }],
    ...own.map((hostname) => [false, { hostname }]),
    ...others.map((hostname) => [true, { hostname }]),
  ] as [boolean, object][])('page views are counted (%s) with the settings %o', (counted, change) => {
    expect(isAnalyticsAllowed({ ...allowed, ...change })).toBe(counted)
  })

  it('does not count page views when DNT or GPC is set', () => {
    const wishes = [{ doNotTrack: '1' }, { doNotTrack: 'yes' }, { globalPrivacyControl: true }]
    const none = [{}, { doNotTrack: '0' }, { doNotTrack: 'unspecified', globalPrivacyControl: false }]
    expect(wishes.map(hasOptedOut)).toEqual([true, true, true])
    expect(none.map(hasOptedOut)).toEqual([false, false, false])
  })
})

it('cn joins class names and skips empty ones', () => {
  expect(cn('a', false, null, undefined, '', 'b')).toBe('a b')
})
