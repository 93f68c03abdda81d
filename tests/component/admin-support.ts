import { randomBytes } from 'node:crypto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, onTestFinished, vi } from 'vitest'
import { delayResponses, mockOffline } from '../support/admin-network'
import { makeAccount } from '../support/admin-users'
import type { TestUser } from '../support/backend-users'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'
import { insertRow } from '../support/rows'
import { sql, uniqueEmail } from '../support/test-server'

const { setTimeout: realTimeout } = globalThis
const accounts = new Map<string, TestUser>()

/** Restores an earlier session of the file's administrator, or of a user without the role. */
export const signInAs = async (who: 'admin' | 'member' = 'admin'): Promise<TestUser> => {
  const account = accounts.get(who) ?? (await makeAccount(who, { admin: who === 'admin' }))
  accounts.set(who, account)
  await openSession(account)
  return account
}

const openSession = async (account: TestUser): Promise<void> => {
  // Module state would outlive the page.
  const { resetUserData } = await import('@/admin/backend/query-client')
  const { clearNavigationGuards } = await import('@/admin/session/navigation-guard')
  const { outbox } = await import('@/admin/projects/sync/outbox')
  const { projectEditors } = await import('@/admin/projects/sync/editor')
  for (const project of outbox.projects()) projectEditors.discard(project)
  resetUserData()
  clearNavigationGuards()
  await outbox.open('nobody')
  const { supabase } = await import('@/admin/backend/client')
  const { data } = await supabase.auth.getSession()
  if (data.session?.user.id !== account.id) await supabase.auth.signInWithPassword(account)
  window.localStorage.setItem('adminAuth', 'true')
}

/** Opens a page in an earlier session. */
export const openAs = async (account: TestUser, place: string) => {
  await openSession(account)
  return renderSite(place)
}

/** Fills in the login screen. */
export const fillInLogin = async ({ email, password }: TestUser): Promise<void> => {
  setFieldValue(await screen.findByRole('textbox', { name: 'Email' }), email)
  setFieldValue(screen.getByLabelText('Password'), password)
}

/** Opens the login screen with an account filled in. */
export const openLogin = async (account: TestUser, from?: string) => {
  const site = await renderSite({ pathname: '/admin/login', state: { from } })
  await fillInLogin(account)
  return site
}

/** Makes the server refuse this browser's token, as after a key rotation. */
export const spoilToken = (): void => {
  for (const [key, value] of Object.entries(window.localStorage))
    window.localStorage.setItem(key, value.replace(/("access_token":"[^"]+)[^"]{4}(?=")/, '$1AAAA'))
}

/** Shortens the matching timers until the test ends. */
export const shortenTimers = (isMatch: (ms: number) => boolean, short: number): void =>
  void vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, ms = 0, ...rest: never[]) =>
      realTimeout(run, isMatch(ms) ? short : ms, ...rest)) as typeof setTimeout)

/** Cuts calls to these URLs off and shortens retries. */
export const loseConnection = (pattern: RegExp): void => {
  shortenTimers((ms) => ms >= 1_000 && ms < 4_000, 10)
  mockOffline(pattern)
}

/** Fills the tab's storage until the test ends. */
export const fillSessionStorage = (): void => {
  const setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('sessionStorage', { getItem: () => null, setItem, removeItem: () => {} })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** Lets happy-dom decode one picture per `test`. */
export const drawPictures = (test = ''): void => {
  HTMLImageElement.prototype.decode = async function () {
    Object.assign(this, { width: 1200, height: 900 })
  }
  const context = { drawImage: () => {}, getImageData: () => ({ data: new Uint8ClampedArray(1024).fill(200) }) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, done, type) {
    // Storage refuses the second upload of the same bytes, so files don't share pictures.
    const { testPath } = expect.getState()
    done(new Blob([`A picture of ${testPath}${test}, ${this.width} pixels`], { type: type ?? '' }))
  })
}

/** Restores the network. */
export const reconnect = (): void => vi.mocked(globalThis.fetch).mockRestore()

/** Double-clicks a button and returns the number of calls to these URLs. */
export const pressTwice = async (button: HTMLElement, pattern: RegExp, busy: string): Promise<() => number> => {
  const held = delayResponses(pattern)
  clickTwiceAtOnce(button)
  await waitFor(() => expect(button).toHaveTextContent(busy))
  expect(button).toHaveAttribute('aria-disabled', 'true')
  held.release()
  return held.count
}

/** Sets a field's value without typing. */
export const setFieldValue = (field: HTMLElement, value: string): void =>
  void fireEvent.change(field, { target: { value } })

type Row = Record<string, string | number | boolean | null>

const usual: Record<string, () => Row> = {
  enquiries: () => ({ kind: 'contact', name: 'Ann', email: 'ann@example.com', message: 'Damp' }),
  reviews: () => ({ name: 'Ann', location: 'Camden', text: 'Dry.', rating: 5, email: uniqueEmail('ann') }),
  review_invitations: () => ({
    ...{ name: 'Ann Shaw', email: uniqueEmail('ann'), location: 'Camden' },
    ...{ token_hash: randomBytes(32).toString('hex'), delivery: 'sent', sent_at: new Date().toISOString() },
  }),
}

/** Inserts a row, past every right, and returns it. */
export const insert = async (table: string, change: Row = {}) => {
  const stored = await insertRow({ sql }, table, { ...usual[table]?.(), ...change })
  return stored as Record<string, string> & { id: string; email: string }
}

export const fetchReviewStatus = async (review: string) =>
  (await sql<{ status: string }>('select status from reviews where id = $1', [review]))[0]?.status

/** Collects the files that the page saves. */
export const captureDownloads = (): { name: string; blob: Blob }[] => {
  const files: { name: string; blob: Blob }[] = []
  let blob = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob
    return 'blob:saved'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, blob })
  })
  return files
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name })
export const dialog = () => within(screen.getByRole('dialog'))
export const question = () => within(screen.getByRole('alertdialog'))

export const ENDED = /You’re not signed in, or your session has ended/
/** Signs in again after a session has ended. */
export const signInAgain = async (user: UserEvent, account: TestUser) => {
  await screen.findByText(ENDED)
  await user.click(screen.getAllByRole('button', { name: 'Sign in' })[0] as HTMLElement)
  const dialog = screen.getByRole('dialog')
  expect(dialog.querySelector<HTMLInputElement>('input[name="email"]')?.value).toBe(account.email)
  await user.type(dialog.querySelector('input[name="password"]') as HTMLElement, `${account.password}{Enter}`)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByText(/your session has ended/i)).toBeNull())
}
