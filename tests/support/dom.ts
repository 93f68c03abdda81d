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

// Without Vitest's globals Testing Library cannot hook itself in.
globalThis.IS_REACT_ACT_ENVIRONMENT = true
// A page loaded for the first time is transformed first, which takes seconds on busy cores. Enough for three times slower ones.
// A page's whole markup would bury the sentence that says what is missing.
configure({ asyncUtilTimeout: 24_000, getElementError: (message) => new Error(message?.split('\n')[0] ?? 'Not found') })

/** From here on the page belongs to this server, as if the site had been opened there. */
export const openOrigin = (url: string, path = '/'): void => window.happyDOM.setURL(`${url}${path}`)

// happy-dom reports failed requests and scripts on Node's own console, which Vitest has replaced by another one.
const consoles = [console, nodeConsole]
const LEVELS = ['error', 'warn'] as const
type Level = (typeof LEVELS)[number]
const expected = new Set<Level>()
let said: { level: Level; words: unknown[] }[] = []

/** Expects output on the console in this test, and keeps it out of the report. */
export const expectConsole = (level: Level): void => void expected.add(level)

// Browsers say nothing of a request that the page itself gives up, as by leaving a screen while it still asks. happy-dom
// calls each one an error of the connection, 'socket hang up'; how many are under way by then depends on the machine's load.
let givenUp = 0
const isOfGivenUp = ([cause]: unknown[]): boolean =>
  cause instanceof Error && cause.message === 'socket hang up' && givenUp-- > 0

// As browsers have it of a page on this computer; happy-dom does not know of it.
Object.assign(window, { isSecureContext: true })

// The backend's client is made once per file, for the URL the site has then; a page opened elsewhere has another one.
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

// A browser that translates a page puts text nodes of its own in place of React's. React would then change a node that
// nobody sees, and throws where it takes one away or inserts something in front of it.
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

/** Takes the fetch patch off for the rest of the test, as if its code had not arrived. */
export const withoutSendEmailPatch = (): void => {
  window.fetch = unpatched
}

beforeEach(() => {
  openOrigin(inject('siteUrl'))
  // A developer's .env.local must not lead the tests to another backend.
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
  // What has failed is noted there for whoever looks after the site.
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
  // Sonner shows what is still active to the next toaster that mounts.
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

// Sonner takes a closed message away after 200 ms, even from a page that is gone; React then asks for the window.
afterAll(() => new Promise<void>((resolve) => setTimeout(resolve, 250)))
