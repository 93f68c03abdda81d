import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { cn } from '@/lib/cn'
import { readEnv } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { validate } from '@/lib/validate'
import { checkSettings } from '@/prerender/settings'

describe('validate', () => {
  const schema = v.object({
    name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(3)),
    email: v.pipe(v.string(), v.nonEmpty(), v.email()),
    rating: v.optional(v.pipe(v.number(), v.integer()), 5),
  })

  it('returns the parsed value, cleaned and with defaults', () => {
    expect(validate(schema, { name: ' ab ', email: 'a@example.com', extra: 1 })).toEqual({
      ok: true,
      value: { name: 'ab', email: 'a@example.com', rating: 5 },
    })
  })

  it('names each problem at its field: missing, too long or otherwise wrong', () => {
    expect(validate(schema, { name: 'abcd', email: '', rating: 2.5 })).toEqual({
      ok: false,
      problems: { name: 'too-long', email: 'missing', rating: 'invalid' },
    })
  })

  it('reports the first of several problems with one field', () => {
    const result = validate(schema, { name: 'a', email: '' })
    expect(result).toEqual({ ok: false, problems: { email: 'missing' } })
  })

  it('calls a field that is not there at all invalid, which no form can cause', () => {
    expect(validate(schema, { name: 'a' })).toEqual({ ok: false, problems: { email: 'invalid' } })
    expect(validate(schema, null)).toMatchObject({ ok: false })
  })
})

describe('the settings of the build', () => {
  it('are all optional: an empty one counts as missing', () => {
    const names = ['VITE_SUPABASE_URL', 'VITE_PROJECTS_HOST', 'VITE_RECAPTCHA_SITE_KEY'] as const
    const empty = readEnv(Object.fromEntries(names.map((name) => [name, ''])))
    expect(empty).toEqual(readEnv({}))
    for (const name of names) expect(empty[name]).toBeUndefined()
    expect(() => checkSettings(Object.fromEntries(Object.keys(empty).map((name) => [name, ''])))).not.toThrow()
    expect(() => checkSettings({})).not.toThrow()
  })

  it('lose the slashes at the end of a URL', () => {
    const env = readEnv({ VITE_SUPABASE_URL: 'https://a.example.co//', VITE_PROJECTS_HOST: 'https://b.example/' })
    expect(env).toMatchObject({ VITE_SUPABASE_URL: 'https://a.example.co', VITE_PROJECTS_HOST: 'https://b.example' })
  })

  it('are refused all at once, each bad one by name', () => {
    const bad = { VITE_SUPABASE_URL: 'nonsense', VITE_PROJECTS_HOST: 'also nonsense', VITE_RECAPTCHA_SITE_KEY: 5 }
    const message = (() => {
      try {
        checkSettings(bad)
        return ''
      } catch (error) {
        return String(error)
      }
    })()
    expect(message).toMatch(/^Error: Settings that cannot be used: /)
    for (const name of Object.keys(bad)) expect(message).toContain(name)
    expect(message).not.toContain('VITE_SUPABASE_PUBLISHABLE_KEY')
  })

  it('take no notice of what else the environment holds', () => {
    expect(readEnv({ MODE: 'test', DEV: true, SECRET: 'x' })).toEqual(readEnv({}))
    expect(() => checkSettings({ MODE: 'test', DEV: true, SECRET: 5 })).not.toThrow()
  })
})

describe('an error of the site', () => {
  it('carries its code and its cause', () => {
    const cause = new TypeError('Failed to fetch')
    const error = new AppError('offline', { cause })
    expect(error).toBeInstanceOf(Error)
    expect([error.name, error.code, error.message, error.cause]).toEqual(['AppError', 'offline', 'offline', cause])
  })
})

describe('class names', () => {
  it('are joined without the empty ones', () => {
    expect(cn('a', false, null, undefined, '', 'b')).toBe('a b')
    expect(cn()).toBe('')
  })
})
