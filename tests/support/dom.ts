import nodeConsole from 'node:console'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { toast as sonner } from 'sonner'
import { afterAll, afterEach, beforeEach, expect, inject, vi } from 'vitest'
import { installSendEmailPatch } from '@/app/send-email-patch'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
  interface Window {
    happyDOM: DetachedWindowAPI
  }
}

// Needed without Vitest's globals.
globalThis.IS_REACT_ACT_ENVIRONMENT = true
// A first load compiles the page, which takes seconds. The message omits its markup.
configure({ asyncUtilTimeout: 24_000, getElementError: (message) => new Error(message?.split('\n')[0] ?? 'Not found') })

/** Moves the browser's page to this server. */
export const openOrigin = (url: string, path = '/'): void => window.happyDOM.setURL(`${url}${path}`)

// happy-dom logs failed requests on Node's console, which Vitest has replaced.
const consoles = [console, nodeConsole]
const LEVELS = ['error', 'warn'] as const
type Level = (typeof LEVELS)[number]
const expected = new Set<Level>()
let said: { level: Level; words: unknown[] }[] = []

/** Allows console output in this test. happy-dom and the auth client log every failed request. */
export const expectConsole = (level: Level): void => void expected.add(level)

// Browsers don't report requests that the page aborts, but happy-dom does.
let givenUp = 0
const isOfGivenUp = ([cause]: unknown[]): boolean =>
  cause instanceof Error && cause.message === 'socket hang up' && givenUp-- > 0

// Browsers trust localhost.
Object.assign(window, { isSecureContext: true })

// The backend's client keeps the URL of the file's first page.
const { fetch: fetchAnywhere } = window
window.fetch = (input, init) => {
  const isOwn = typeof input === 'string' && input.startsWith(inject('siteUrl'))
  const giveUp = () => {
    givenUp += 1
  }
  const end = () => init?.signal?.removeEventListener('abort', giveUp)
  init?.signal?.addEventListener('abort', giveUp)
  const answer = fetchAnywhere(isOwn ? input.replace(inject('siteUrl'), window.location.origin) : input, init)
  answer.then(end, end)
  return answer
}

// A translator replaces React's text nodes. React then changes hidden nodes, and throws on removals and insertions.
const isReactText = (node: Node | null): node is Text =>
  node instanceof Text && node.data.trim() !== '' && Object.keys(node).some((key) => key.startsWith('__reactFiber$'))

const lostInTranslation = ({ target, addedNodes, removedNodes, nextSibling, oldValue }: MutationRecord): string[] => {
  if (oldValue?.trim() && isReactText(target)) return [`‘${oldValue}’ is changed to ‘${target.data}’`]
  const removed = [...removedNodes].filter(isReactText).map(({ data }) => `‘${data}’ is taken away`)
  const isInserted = addedNodes.length > 0 && isReactText(nextSibling)
  return isInserted ? [...removed, `${addedNodes[0]?.nodeName} is inserted before ‘${nextSibling.data}’`] : removed
}

const lost = new Set<string>()
const noteLost = (records: MutationRecord[]): void => {
  for (const fault of records.flatMap(lostInTranslation)) lost.add(fault)
}
const textObserver = new MutationObserver(noteLost)

const unpatched = window.fetch

/** Removes the fetch patch, as if its code had not loaded. */
export const withoutSendEmailPatch = (): void => {
  window.fetch = unpatched
}

beforeEach(() => {
  openOrigin(inject('siteUrl'))
  // A developer's .env.local must not select another backend.
  for (const name of Object.keys(import.meta.env)) if (name.startsWith('VITE_')) vi.stubEnv(name, '')
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', inject('publishableKey'))
  expected.clear()
  said = []
  givenUp = 0
  for (const level of LEVELS)
    for (const target of consoles) {
      const { [level]: report } = target
      vi.spyOn(target, level).mockImplementation((...words: unknown[]) => {
        if (isOfGivenUp(words)) return
        said.push({ level, words })
        if (!expected.has(level)) report(...words)
      })
    }
  // Failures are logged there for maintainers.
  vi.spyOn(console, 'info').mockImplementation(() => {})
  installSendEmailPatch(window, async () => (await import('@/app/send-email-handler')).handleSendEmail)
  lost.clear()
  textObserver.observe(document.body, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
  })
})

afterEach(() => {
  noteLost(textObserver.takeRecords())
  textObserver.disconnect()
  cleanup()
  // Sonner shows active messages on the next toaster.
  sonner.dismiss()
  withoutSendEmailPatch()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  expect(
    said.filter(({ level }) => !expected.has(level)),
    'unexpected console output',
  ).toEqual([])
  expect([...lost], 'text that a translated page would lose: make it one string in an element of its own').toEqual([])
})

// Sonner removes a closed message after 200 ms, which needs the window.
afterAll(() => new Promise<void>((resolve) => setTimeout(resolve, 250)))
