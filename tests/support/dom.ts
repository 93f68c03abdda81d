import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, beforeEach, expect, inject, type MockInstance, vi } from 'vitest'
import { installSendEmailPatch } from '@/lib/send-email-patch'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

// Without Vitest's globals Testing Library cannot hook itself in.
globalThis.IS_REACT_ACT_ENVIRONMENT = true
// Two busy cores may take longer than the default second to transform a page that is loaded for the first time.
configure({ asyncUtilTimeout: 8_000, getElementError: (message) => new Error(message ?? 'Not found') })

/** From here on the page belongs to another server, as if the site had been opened there. */
export const openOrigin = (url: string): void => window.happyDOM.setURL(`${url}/`)

const LEVELS = ['error', 'warn'] as const
type Level = (typeof LEVELS)[number]
const noise = new Map<Level, MockInstance>()

/** Expects output on the console in this test, and keeps it out of the report. */
export const expectConsole = (level: Level): void => {
  noise.get(level)?.mockRestore()
  noise.delete(level)
  vi.spyOn(console, level).mockImplementation(() => {})
}

let removePatch = () => {}

beforeEach(() => {
  openOrigin(inject('siteUrl'))
  // What a developer keeps in .env.local must not lead the tests to another backend.
  vi.stubEnv('VITE_SUPABASE_URL', '')
  vi.stubEnv('VITE_PROJECTS_HOST', '')
  vi.stubEnv('VITE_RECAPTCHA_SITE_KEY', '')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', inject('publishableKey'))
  for (const level of LEVELS) noise.set(level, vi.spyOn(console, level))
  removePatch = installSendEmailPatch(window, async () => (await import('@/app/send-email-handler')).handleSendEmail)
})

afterEach(() => {
  cleanup()
  removePatch()
  const calls = [...noise.values()].flatMap((spy) => spy.mock.calls)
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  // A test that expects output takes it off the record with `expectConsole`.
  expect(calls, 'unexpected console output').toEqual([])
})
