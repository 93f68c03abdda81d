import { focusManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { captureBodies, delayResponses, dropResponses, mockOffline, mockStatus } from '../support/admin-network'
import { countSessions, forgetBrowser, makeAccount, server } from '../support/admin-users'
import { callAs, emailedLink, signIn } from '../support/backend-users'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { mailsTo, sql } from '../support/test-server'
import {
  ENDED,
  insert,
  loseConnection,
  openAs,
  openLogin,
  pressTwice,
  reconnect,
  setFieldValue,
  signInAgain,
  spoilToken,
} from './admin-support'

beforeEach(() => expectConsole('error'))
afterEach(async () => {
  focusManager.setFocused(undefined)
  await forgetBrowser()
})

describe('the password reset screen', () => {
  const fresh = () => screen.getByLabelText('New password')
  const again = () => screen.getByLabelText('Confirm new password')
  const save = () => screen.getByRole('button', { name: 'Save new password' })
  const fill = (password: string, confirmation = password) => {
    setFieldValue(fresh(), password)
    setFieldValue(again(), confirmation)
  }

  const openWithSession = async () => {
    const account = await makeAccount('admin', {
      appMetadata: { default_password: true, password_change_required: true },
      password: 'below-street-level',
    })
    const site = await openLogin(account, '/admin/dashboard?section=overview')
    await site.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByLabelText('New password')
    return { ...site, account }
  }

  it('asks for a reset link without a session, and keeps the requested page', async () => {
    const { user, router } = await renderSite('/admin/login')
    const state = { from: '/admin/user-manager' }
    await act(() => router.navigate('/admin/reset-password', { state }))
    expect(await screen.findByText(/open the link in the email we send you/)).toBeVisible()
    const link = screen.getByRole('link', { name: 'Send a new reset link' })
    expect(link).toHaveAttribute('href', '/admin/login?mode=forgot')
    await user.click(screen.getByRole('link', { name: 'Back to login' }))
    expect(router.state.location).toMatchObject({ pathname: '/admin/login', state })
  })

  it.each([
    ['otp_expired', 'This link has already been used or has expired.*Request a new one, even if it was an invitation'],
    ['access_denied', 'That link didn’t work'],
    ['user_banned', 'This account has been banned'],
  ])('explains a reset link that fails with %s, and offers a new one', async (code, sentence) => {
    const { user } = await renderSite(`/admin/reset-password#error=access_denied&error_code=${code}`)
    expect(screen.getByText(new RegExp(sentence))).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Send a new reset link' }))
    expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeVisible()
  })

  it('rejects weak passwords, then saves a strong one once and ends other sessions', async () => {
    const { user, router, account } = await openWithSession()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Choose your own password')
    expect(screen.getByText(/You signed in with the default password/)).toBeVisible()
    await user.click(save())
    expect(fresh()).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field.'))
    for (const [password, reason] of [
      ['1q2w3e4r5t', /too similar to a very common password/],
      ['Groundworks 24', /the company name/],
      ['short', /Password should be at least 10 characters/],
    ] as const) {
      fill(password)
      await user.click(save())
      await waitFor(() => expect(fresh()).toHaveAccessibleDescription(expect.stringMatching(reason)))
      expect(fresh()).toHaveFocus()
      expect(fresh()).toHaveValue(password)
    }
    fill('a long password', 'another password')
    await user.click(save())
    expect(again()).toHaveAccessibleDescription('The passwords don’t match.')
    expect(again()).toHaveFocus()
    expect(screen.queryByRole('alert')).toBeNull()

    await signIn(server(), account)
    expect(await countSessions(account.id)).toBe(2)
    fill('a password of my own')
    const calls = await pressTwice(save(), /auth\/v1\/user$/, 'Saving...')
    // The toast disappears soon.
    expect(await screen.findByText('Password changed')).toBeVisible()
    await screen.findByText('Active Projects')
    expect(router.state.location).toMatchObject({ pathname: '/admin/dashboard', search: '?section=overview' })
    expect(calls()).toBe(1)
    expect(await countSessions(account.id)).toBe(1)
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
  })

  it('completes a password change whose response was lost, but not one that never arrived', async () => {
    const { user, account } = await openWithSession()
    const isLost = async () => {
      fill('a password of my own')
      await user.click(save())
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t reach the server.'))
      reconnect()
    }
    mockOffline(/auth\/v1\/user$/)
    await isLost()
    fill(account.password)
    await user.click(save())
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('New password should be different'))
    dropResponses(/auth\/v1\/user$/)
    await isLost()
    await user.click(save())
    await screen.findByText('Active Projects')
    await waitFor(() => expect(screen.queryByText(/default password/)).toBeNull())
  })

  it('asks for the current password when the user signed in with their own password', async () => {
    const account = await makeAccount()
    const { user } = await openAs(account, '/admin/reset-password')
    fill('a password of my own')
    await user.click(save())
    const current = await screen.findByLabelText('Current password')
    expect(current).toHaveFocus()
    expect(current).toHaveAccessibleDescription('Please also enter your current password.')
    setFieldValue(current, account.password)
    await user.click(save())
    await screen.findByText('Active Projects')
  })

  it('denies access when the administrator role was removed before the password is saved', async () => {
    const { user, account, router } = await openWithSession()
    await makeAccount()
    await sql(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [account.id])
    fill('a password of my own')
    await user.click(save())
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
    expect(await screen.findByText('Access denied. Admin privileges required.')).toBeVisible()
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
  })

  it('offers a new reset link when the session ends before the password is saved', async () => {
    const { user, account } = await openWithSession()
    fill('a password of my own')
    await sql('delete from auth.sessions where user_id = $1', [account.id])
    await user.click(save())
    expect(await screen.findByText(/Your session ended before your password was saved/)).toBeVisible()
    expect(fresh()).toHaveValue('a password of my own')
    expect(screen.getByRole('link', { name: 'Send a new reset link' })).toBeVisible()
  })

  describe('the emailed reset link', () => {
    const askForLink = async ({ email, id }: { email: string; id: string }) => {
      await sql('update auth.users set recovery_sent_at = null where id = $1', [id])
      await callAs(server(), 'visitor', '/auth/v1/recover', { method: 'POST', body: { email } })
      const { pathname, hash } = new URL(emailedLink((await mailsTo(email))[0]))
      return pathname + hash
    }
    const openLink = async () => {
      const account = await makeAccount()
      const link = await askForLink(account)
      return { ...(await renderSite(link)), account, link }
    }
    const spend = (link: string) => {
      const token_hash = new URLSearchParams(link.split('#')[1]).get('token_hash')
      const body = { token_hash, type: 'recovery' }
      return callAs(server(), 'visitor', '/auth/v1/verify', { method: 'POST', body })
    }

    it('saves a strong password through the reset link after weak or unsent attempts', async () => {
      const used = captureBodies(/auth\/v1\/verify/)
      const { user, router, account } = await openLink()
      fill('1q2w3e4r5t')
      await user.click(save())
      expect(await screen.findByText(/too similar to a very common password/)).toBeVisible()
      expect(used).toEqual([])
      fill('short')
      mockOffline(/auth\/v1\/verify/)
      await user.click(save())
      expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the server.')
      reconnect()
      await user.click(save())
      await waitFor(() => expect(fresh()).toHaveAccessibleDescription(/should be at least 10 characters/))
      fill('three clay pipes')
      await user.click(save())
      expect(await screen.findByText('Password changed')).toBeVisible()
      await screen.findByText('Active Projects')
      expect(router.state.location.pathname).toBe('/admin/dashboard')
      await signIn(server(), { email: account.email, password: 'three clay pipes' })
    })

    it('keeps the typed password if the reset link was used, and saves with another', async () => {
      const { user, router, account, link } = await openLink()
      expect((await spend(link)).status).toBe(200)
      fill('three clay pipes')
      for (let tries = 0; tries < 2; tries++) {
        await user.click(save())
        expect(await screen.findByRole('alert')).toHaveTextContent(/already been used or has expired/)
      }
      expect(fresh()).toHaveValue('three clay pipes')
      const way = screen.getByRole('link', { name: 'Send a new reset link' })
      expect(way).toHaveAttribute('href', '/admin/login?mode=forgot')
      const next = await askForLink(account)
      await act(() => router.navigate(next))
      expect(fresh()).toHaveValue('three clay pipes')
      await user.click(save())
      await screen.findByText('Active Projects')
    })
  })
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

it.each([
  ['was ended elsewhere', (id: string) => sql('delete from auth.sessions where user_id = $1', [id])],
  [
    'has tokens that the server rejects',
    (id: string) => {
      spoilToken()
      return sql('delete from auth.refresh_tokens where user_id = $1', [id])
    },
  ],
])('signing in again keeps the page and typed text when the session %s', async (_, end) => {
  const { user, account, router } = await atWork()
  await end(account.id)
  await ask(user, 'damp')
  expect(await screen.findByText(ENDED)).toBeVisible()
  expect(screen.getByRole('searchbox')).toHaveValue('damp')
  await signInAgain(user, account)
  expect(router.state.location.search).toBe('?tab=enquiries&q=damp')
  expect(screen.getByRole('searchbox')).toHaveValue('damp')
})

const REFRESH = /grant_type=refresh_token/

const readList = async (user: Awaited<ReturnType<typeof atWork>>['user'], words: string) => {
  const asked = captureBodies(/enquiry_page/)
  await ask(user, words)
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(await screen.findByText(/0 enquiries/)).toBeVisible()
}

it('keeps a new session when the rejection of an earlier one arrives late', async () => {
  const { user, account } = await atWork()
  await sql('delete from auth.sessions where user_id = $1', [account.id])
  const late = delayResponses(/auth\/v1\/user$/)
  await ask(user, 'damp')
  await waitFor(() => expect(late.count()).toBe(1))
  reconnect()
  await ask(user, ' cellar')
  await signInAgain(user, account)
  late.release()
  await late.answered()
  await readList(user, 'qqa')
  expect(screen.queryByText(ENDED)).toBeNull()
})

const { now } = Date
const setClockAhead = (minutes: number) => vi.spyOn(Date, 'now').mockImplementation(() => now() + minutes * 60_000)

it.each([
  ['ahead', 120],
  ['behind', -120],
])('a device clock two hours %s does not refresh sessions or offer resending early', async (_, minutes) => {
  const name = crypto.randomUUID()
  for (const age of [1, 3]) {
    const created_at = new Date(now() - age * 60_000).toISOString()
    await insert('enquiries', { name: `${name} ${age}`, delivery: 'pending', created_at })
  }
  setClockAhead(minutes)
  const { user } = await atWork()
  const offers = (label: string, age: number) =>
    screen.queryByRole('button', { name: new RegExp(`^${label}: .*${name} ${age}`) })
  for (const age of [1, 3]) {
    expect(offers('Delete', age)).toBeVisible()
    expect(offers('Send again', age) !== null).toBe(age === 3)
  }
  const refreshes = captureBodies(REFRESH)
  for (const words of ['qqa', 'b', 'c']) await readList(user, words)
  expect(refreshes).toHaveLength(0)
  setClockAhead(minutes + 59)
  for (const words of ['d', 'e', 'f']) await readList(user, words)
  expect(refreshes).toHaveLength(1)
  expect(screen.queryByText(ENDED)).toBeNull()
})

it('refreshes the session and repeats the request when the server rejects the token', async () => {
  const { user } = await atWork()
  const refreshes = captureBodies(REFRESH)
  spoilToken()
  await readList(user, 'qqa')
  expect(refreshes).toHaveLength(1)
  expect(screen.queryByText(ENDED)).toBeNull()
})

it.each([
  ['a rate limit', 429, 'application/json'],
  ['a captive portal', 511, 'text/html'],
])('keeps the session when a refresh fails because of %s', async (_, status, type) => {
  const { user } = await atWork()
  setClockAhead(61)
  mockStatus(REFRESH, status, { 'content-type': type })
  await ask(user, 'qqa')
  // The auth client retries for 25 s, and again a minute later.
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalledWith(expect.stringMatching(REFRESH), expect.anything()))
  reconnect()
  setClockAhead(63)
  expect(await screen.findByText(/0 enquiries/, {}, { timeout: 15_000 })).toBeVisible()
  expect(screen.queryByText(ENDED)).toBeNull()
})

const change = 'update auth.users set'
const demotion = `${change} raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`

it.each([
  ['demoted', demotion, /doesn’t have administrator rights/],
  ['banned', `${change} banned_until = now() + interval '1 hour' where id = $1`, /Your account has been banned/],
  [
    'deleted',
    'with gone as (delete from auth.sessions where user_id = $1) delete from auth.users where id = $1',
    /not signed in/,
  ],
  [
    'signed in for over a month',
    `update auth.sessions set created_at = now() - interval '31 days' where user_id = $1`,
    /your session has ended/,
  ],
])('explains the loss of access on the next request after an administrator was %s', async (_, update, sentence) => {
  const { user, account } = await atWork()
  await makeAccount()
  await sql(update, [account.id])
  await ask(user, 'damp')
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(await screen.findByText(/Error loading enquiries|No enquiries to show/)).toBeVisible()
})

it('detects a demotion on return to the tab when data is ten seconds old', async () => {
  const { account } = await atWork()
  await makeAccount()
  await sql(demotion, [account.id])
  setClockAhead(1 / 6)
  act(() => {
    focusManager.setFocused(false)
    focusManager.setFocused(true)
  })
  expect(await screen.findByText(/doesn’t have administrator rights/)).toBeVisible()
})

it.each([
  ['enquiries', 'dashboard?tab=enquiries', /enquiry_page/, 'Error loading enquiries'],
  ['invitations', 'dashboard?section=reviews&tab=invitations', /invitation_page/, 'Error loading invitations'],
  ['publications', 'dashboard?section=media&tab=publish', /publication_history/, 'Error loading published content'],
  ['users', 'user-manager', /auth-admin/, 'Error loading users'],
  ['administrator access', 'user-manager', /rpc\/admin_access/, 'Error loading users'],
])('reports a lost connection while loading %s, and reloads on "Try again"', async (...row) => {
  const [, place, calls, title] = row
  const account = await makeAccount()
  loseConnection(calls)
  const { user } = await openAs(account, `/admin/${place}`)
  const alert = (await screen.findByText(title)).closest('[role=alert]')
  expect(alert).toHaveTextContent('Please check your connection and try again.')
  reconnect()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => {
    expect(screen.queryByText(title)).toBeNull()
    expect(screen.queryByText(/^(?:Loading|Checking)/)).toBeNull()
  })
})
