import { describe, expect, it } from 'vitest'
import { analyticsAllowed, hasOptedOut } from '@/lib/analytics'
import { PLACEHOLDER_MEASUREMENT_ID, readEnv } from '@/lib/env'
import { checkSettings } from '@/prerender/settings'

const allowed = {
  consent: 'accepted',
  measurementId: 'G-AB12CD34EF',
  hostname: 'www.testbau.example',
  optedOut: false,
} as const

describe('page views', () => {
  it('are counted with consent, on a real host, with a real id', () => {
    expect(analyticsAllowed(allowed)).toBe(true)
  })

  it.each(['rejected', undefined] as const)('are not counted while consent is %s', (consent) => {
    expect(analyticsAllowed({ ...allowed, consent })).toBe(false)
  })

  it.each(['localhost', 'site.localhost', '127.0.0.1', '127.1.2.3', '[::1]', '::1'])(
    'are not counted on %s',
    (hostname) => {
      expect(analyticsAllowed({ ...allowed, hostname })).toBe(false)
    },
  )

  it.each(['localhost.example', 'notlocalhost', '127.0.0.1.example', '10.0.0.7'])('are counted on %s', (hostname) => {
    expect(analyticsAllowed({ ...allowed, hostname })).toBe(true)
  })

  it('are not counted for the placeholder', () => {
    expect(analyticsAllowed({ ...allowed, measurementId: PLACEHOLDER_MEASUREMENT_ID })).toBe(false)
  })

  it('are not counted against the wish of the browser', () => {
    expect(analyticsAllowed({ ...allowed, optedOut: true })).toBe(false)
  })
})

describe('the wish not to be tracked', () => {
  it.each([{ doNotTrack: '1' }, { doNotTrack: 'yes' }, { globalPrivacyControl: true }])(
    'is read from %o',
    (signals) => {
      expect(hasOptedOut(signals)).toBe(true)
    },
  )

  it.each([
    {},
    { doNotTrack: null },
    { doNotTrack: '0' },
    { doNotTrack: 'unspecified' },
    { globalPrivacyControl: false },
  ])('is not read into %o', (signals) => {
    expect(hasOptedOut(signals)).toBe(false)
  })
})

describe('the settings', () => {
  it('are the placeholder and an open site when nothing is set', () => {
    expect(readEnv({ VITE_ANALYTICS_ID: '' })).toMatchObject({
      VITE_ANALYTICS_ID: PLACEHOLDER_MEASUREMENT_ID,
      VITE_UNDER_CONSTRUCTION: 'off',
    })
  })

  it.each(['UA-1234-5', 'g-abc', 'G-1"></script>', 'yes'])('refuse %j as a measurement id, by name', (id) => {
    expect(() => checkSettings({ VITE_ANALYTICS_ID: id })).toThrow(/VITE_ANALYTICS_ID: expected a measurement id/)
  })

  it.each(['true', 'On', '1'])('refuse %j instead of opening an unfinished site', (value) => {
    expect(() => checkSettings({ VITE_UNDER_CONSTRUCTION: value })).toThrow(
      /VITE_UNDER_CONSTRUCTION: expected 'on' or 'off'/,
    )
  })
})
