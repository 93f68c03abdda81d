import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetBrowser, makeAccount } from '../support/admin-users'
import { sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { loseConnection, openAs, reconnect } from './admin-support'

beforeEach(() => {
  // The browser reports what an ended session is refused.
  expectConsole('error')
})
afterEach(async () => {
  focusManager.setFocused(undefined)
  await forgetBrowser()
})

const returnToTheTab = () =>
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })

const atWork = async () => {
  const account = await makeAccount()
  const site = await openAs(account, '/admin/dashboard?tab=enquiries')
  await screen.findByRole('search')
  await waitFor(() => expect(screen.queryByText('Loading enquiries...')).toBeNull())
  return { ...site, account }
}
const ask = async (user: Awaited<ReturnType<typeof atWork>>['user'], words: string) =>
  user.type(screen.getByRole('searchbox'), `${words}{Enter}`)

it('a session that was ended elsewhere is noticed, what was typed stays, and signing in goes on in place', async () => {
  const { user, account, router } = await atWork()
  await sql('delete from auth.sessions where user_id = $1', [account.id])
  await ask(user, 'damp')
  expect(await screen.findByText(/You are not signed in, or your session has ended/)).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('damp')
  await user.click(screen.getAllByRole('button', { name: 'Sign in' })[0] as HTMLElement)
  const dialog = screen.getByRole('dialog')
  expect(dialog.querySelector<HTMLInputElement>('input[name="email"]')?.value).toBe(account.email)
  await user.type(dialog.querySelector('input[name="password"]') as HTMLElement, `${account.password}{Enter}`)
  await waitFor(() => expect(screen.queryByText(/your session has ended/i)).toBeNull())
  expect(router.state.location.search).toBe('?tab=enquiries')
  expect(screen.getByRole('searchbox')).toHaveValue('damp')
})

it.each([
  [
    'demoted',
    `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`,
    /no administrator rights/,
  ],
  [
    'banned',
    `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
    /Your account has been banned/,
  ],
  [
    'deleted',
    'with gone as (delete from auth.sessions where user_id = $1) delete from auth.users where id = $1',
    /not signed in/,
  ],
  [
    'signed in for a month',
    `update auth.sessions set created_at = now() - interval '31 days' where user_id = $1`,
    /your session has ended/,
  ],
])('somebody who was %s is told with the next question', async (_, change, sentence) => {
  const { user, account } = await atWork()
  await makeAccount()
  await sql(change, [account.id])
  await ask(user, 'damp')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(await screen.findByText(/Error loading enquiries|No enquiries to show/)).toBeVisible()
})

it('a demotion is noticed on return to the tab', async () => {
  const { account } = await atWork()
  await makeAccount()
  await sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [account.id])
  await waitFor(
    async () => {
      await returnToTheTab()
      expect(screen.getByText(/no administrator rights/)).toBeVisible()
    },
    { timeout: 15_000, interval: 500 },
  )
})

it('a lost connection is said once the answer fails, and trying again goes on', async () => {
  const { user } = await atWork()
  const word = crypto.randomUUID()
  loseConnection(/enquiry_page/)
  await ask(user, word)
  expect(
    await screen.findByText('The server could not be reached. Please check your connection and try again.'),
  ).toBeVisible()
  reconnect()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(`Nothing found for “${word}”`)).toBeVisible()
})
