import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { dropResponses, mockOffline } from '../support/admin-network'
import { countSessions, forgetBrowser, makeAccount, server } from '../support/admin-users'
import { signIn, type TestUser } from '../support/backend-users'
import { expectConsole, openOrigin } from '../support/dom'
import { mailsTo, sql } from '../support/test-server'
import { allowNextCode, generateCode, type TestFactor, verifyFactor, withFactor } from '../support/two-factor'
import { button, dialog, openAs, openLogin, question, reconnect, setFieldValue } from './admin-support'

beforeEach(() => expectConsole('error'))
afterEach(forgetBrowser)

const protect = async (name = 'careful') => {
  const account = await makeAccount(name)
  const { factor } = await withFactor(server(), await signIn(server(), account))
  await allowNextCode({ sql }, factor)
  return { account, factor }
}
const code = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Code' })
const flag = () => window.localStorage.getItem('adminAuth')
const users = () => screen.findByRole('table')
// The toast disappears soon.
const isLetInOnce = async () => {
  expect(await screen.findAllByText('Admin login successful')).toHaveLength(1)
  await screen.findByText('Active Projects')
  expect(screen.queryAllByText('Admin login successful').length).toBeLessThan(2)
}
const givePassword = async (account: TestUser, from?: string) => {
  const site = await openLogin(account, from)
  await site.user.click(button('Sign in'))
  await code()
  return site
}
const typeCode = async (user: UserEvent, factor: Pick<TestFactor, 'secret'>) =>
  user.type(await code(), generateCode(factor))
const proveKey = async (user: UserEvent) => {
  await code()
  const secret = screen.getByText(/^(?:[A-Z2-7]{4} ?){8}$/).textContent?.replaceAll(' ', '') ?? ''
  await typeCode(user, { secret })
}
const openUsers = async (account: TestUser, factor: TestFactor) => {
  const site = await givePassword(account, '/admin/user-manager')
  await typeCode(site.user, factor)
  await users()
  await allowNextCode({ sql }, factor)
  return site
}

describe('signing in with two-factor authentication', () => {
  it('signs in only after the access check and the code on the same screen', async () => {
    const { account, factor } = await protect()
    const { user, router } = await openLogin(account, '/admin/user-manager')
    const submit = () => user.click(button('Sign in'))
    mockOffline(/admin_access/)
    await submit()
    expect(await screen.findByText(/^Couldn’t reach the server/)).toBeVisible()
    expect(flag()).toBeNull()
    reconnect()
    await submit()
    const field = await code()
    expect(router.state.location.pathname).toBe('/admin/login')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Portal Login')
    expect(field).toHaveAttribute('autocomplete', 'one-time-code')
    expect(field).toHaveAttribute('inputmode', 'numeric')
    expect(flag()).toBeNull()
    await user.click(field)
    await user.paste(generateCode(factor).replace(/^(...)/, '$1 '))
    // The toast disappears soon.
    expect(await screen.findByText('Admin login successful')).toBeVisible()
    await users()
    expect(flag()).toBe('true')
  })

  it('explains why a code was rejected, and asks for the password when the session ends', async () => {
    const { account, factor } = await protect()
    const { user } = await givePassword(account)
    await user.click(button('Continue'))
    expect(await code()).toHaveAccessibleDescription(expect.stringContaining('six-digit code'))
    const wrong = String((Number(generateCode(factor)) + 1) % 1e6).padStart(6, '0')
    await user.type(await code(), wrong)
    const field = await code()
    await waitFor(() => expect(field).toHaveAccessibleDescription(/incorrect or has expired.*clock/))
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6])
    // Another device uses the code first.
    await sql(
      `insert into auth.mfa_challenges (id, factor_id, created_at, verified_at, ip_address)
       values (gen_random_uuid(), $1, now(), now() - interval '30 seconds', '127.0.0.1')`,
      [factor.id],
    )
    await user.keyboard(generateCode(factor))
    await waitFor(() => expect(field).toHaveAccessibleDescription(/has just been used\. Wait (?:[345]\d|60) seconds/))
    expect(flag()).toBeNull()
    await allowNextCode({ sql }, factor)
    mockOffline(/factors/)
    const digits = generateCode(factor)
    await user.keyboard(digits)
    expect(await screen.findByRole('alert')).toHaveTextContent('Couldn’t reach the server.')
    expect(await code()).toHaveValue(digits)
    reconnect()
    await sql('delete from auth.sessions where user_id = $1', [account.id])
    await user.click(button('Continue'))
    expect(await screen.findByLabelText('Password')).toBeVisible()
    expect(await screen.findByText(/^Your session has ended/)).toBeVisible()
    // The next session must not inherit that requirement.
    await sql('delete from auth.mfa_factors where user_id = $1', [account.id])
    await user.type(screen.getByLabelText('Password'), `${account.password}{Enter}`)
    await isLetInOnce()
  })

  it('signs in when the code was accepted but the response was lost', async () => {
    const { account, factor } = await protect()
    const { user, router } = await givePassword(account)
    dropResponses(/verify$/)
    await typeCode(user, factor)
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/dashboard'))
    expect(flag()).toBe('true')
  })

  it('an administrator can switch to another account at the code prompt', async () => {
    const { account } = await protect()
    const { user } = await givePassword(account)
    await user.click(button('Use another account'))
    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveFocus()
    await waitFor(async () => expect(await countSessions(account.id)).toBe(1))
    const other = await makeAccount()
    setFieldValue(screen.getByRole('textbox', { name: 'Email' }), other.email)
    await user.type(screen.getByLabelText('Password'), `${other.password}{Enter}`)
    await isLetInOnce()
  })

  it('signing in again with a code keeps the page and its typed text', async () => {
    const { account, factor } = await protect()
    const { user } = await openUsers(account, factor)
    setFieldValue(screen.getByRole('textbox', { name: 'Email' }), 'half@')
    await sql('delete from auth.sessions where user_id = $1', [account.id])
    await user.click(button('Change password'))
    await user.keyboard('{Escape}')
    await user.click(button('Lookup'))
    await screen.findByText(/your session has ended/)
    await user.click(button('Sign in'))
    await user.type(dialog().getByLabelText('Password'), `${account.password}{Enter}`)
    await code()
    expect(dialog().queryByRole('button', { name: 'Use another account' }), 'which would close what is open').toBeNull()
    await typeCode(user, factor)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.queryByText(/your session has ended|Enter a code from your/)).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('half@')
  })
})

describe('authenticator apps', () => {
  const start = async (user: UserEvent, name: string) => {
    setFieldValue(await dialog().findByLabelText('Name'), name)
    await user.click(dialog().getByRole('button', { name: 'Continue' }))
  }

  it('an administrator adds a second authenticator app, the maximum, and can remove both', async () => {
    const { account, factor } = await protect()
    const { user } = await openUsers(account, factor)
    expect(await screen.findByText('Two-factor authentication: on')).toBeVisible()
    // Another device's proof removes unverified factors.
    const enterElsewhere = async () => verifyFactor(server(), await signIn(server(), account), factor)
    await enterElsewhere()
    await user.click(button('Set up another'))
    await start(user, 'Phone')
    expect(await dialog().findByRole('alert')).toHaveTextContent('You already have an app with this name.')
    await start(user, 'Tablet')
    await code()
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    await user.click(button('Set up another'))
    await start(user, 'Tablet')
    await proveKey(user)
    const listed = `“Tablet” is set up. It’s listed in your app as “Stratum Groundworks (${account.email})”.`
    expect(await screen.findByText(listed)).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const list = within(await screen.findByRole('list', { name: 'Your authenticator apps' }))
    await waitFor(() => expect(list.getByRole('button', { name: 'Remove Tablet' })).toBeVisible())
    expect(screen.queryByRole('button', { name: /^Set up/ })).toBeNull()
    expect(await countSessions(account.id)).toBe(1)

    await allowNextCode({ sql }, factor)
    await enterElsewhere()
    await user.click(await screen.findByRole('button', { name: 'Remove Phone' }))
    expect(question().getByText(/^You’ll sign in with the other app/)).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('“Phone” removed')).toBeVisible()
    expect(await countSessions(account.id)).toBe(1)
    await user.click(await screen.findByRole('button', { name: 'Remove Tablet' }))
    expect(question().getByText(/^You’ll go back to signing in with just your password/)).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Two-factor authentication: off')).toBeVisible()
    const subjects = (await mailsTo(account.email)).map(({ subject }) => subject)
    expect(subjects).toContain('An authenticator app has been removed from your account')
  })

  it('changing the password requires a code, even when the list of apps is unavailable', async () => {
    const { account, factor } = await protect()
    const { user } = await openUsers(account, factor)
    await user.click(button('Change password'))
    const fresh = 'three clay pipes'
    const change = async (current: string, digits: string) => {
      setFieldValue(dialog().getByLabelText('Current password'), current)
      for (const label of ['New password', 'Confirm new password']) setFieldValue(dialog().getByLabelText(label), fresh)
      const field = dialog().queryByRole('textbox', { name: 'Code' })
      if (field) setFieldValue(field, digits)
      await user.click(dialog().getByRole('button', { name: 'Change password' }))
    }
    await change(account.password, '000000')
    await waitFor(async () => expect(await code()).toHaveAccessibleDescription(/incorrect or has expired/))
    await change('not-my-password', generateCode(factor))
    const present = dialog().getByLabelText('Current password')
    await waitFor(() => expect(present).toHaveAccessibleDescription('That isn’t your current password.'))
    expect(dialog().queryByRole('textbox', { name: 'Code' }), 'proved already').toBeNull()
    await change(account.password, '')
    expect(await screen.findByText('Password changed')).toBeVisible()
    await signIn(server(), { ...account, password: fresh })

    // An unreadable list must not count as empty.
    const { queryClient } = await import('@/admin/backend/query-client')
    mockOffline(/auth\/v1\/user$/)
    void queryClient.resetQueries({ queryKey: ['second-factors'] })
    expect(await screen.findByText('Couldn’t load your two-factor settings')).toBeVisible()
    await user.click(button('Change password'))
    expect(await code()).toBeVisible()
  })

  it("removing another user's two-factor authentication needs confirmation and ends their sessions", async () => {
    const { account: loser } = await protect('loser')
    await signIn(server(), loser)
    const { user } = await openAs(await makeAccount(), '/admin/user-manager')
    await users()
    await user.click(button(loser.email))
    await user.click(await screen.findByRole('button', { name: 'Remove two-factor authentication' }))
    expect(question().getByText(/They’ll be logged out everywhere/)).toHaveTextContent(loser.email)
    await user.click(question().getByRole('button', { name: 'Remove two-factor authentication' }))
    expect(await screen.findByText(`Two-factor authentication removed for ${loser.email}`)).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Two-factor authentication: Phone')).toBeNull())
    expect(await countSessions(loser.id)).toBe(0)
  })
})

describe('mandatory two-factor authentication', () => {
  // The rule applies to all administrators of a server.
  const on = 'mailDown'
  const change = (text: string) => sql(text, [], on)
  beforeEach(() => openOrigin(inject('mailDownUrl')))
  afterEach(() => change('delete from private.second_factor_rule where id'))

  it('an administrator with two-factor authentication can make it mandatory, and optional again', async () => {
    const account = await makeAccount('careful', { on })
    const there = { ...server(), url: inject('mailDownUrl') }
    const { factor } = await withFactor(there, await signIn(there, account))
    await change('delete from auth.mfa_challenges where verified_at is not null')
    const { user, router } = await givePassword(account, '/admin/user-manager')
    await typeCode(user, factor)
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    expect(question().getByText(/already signed in have 24 hours/)).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Switch on' }))
    expect(await screen.findByText(/^On since/)).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Remove Phone' }))
    expect(question().getByText(/you’ll have no access until you set up another app/)).toBeVisible()
    await user.click(question().getByRole('button', { name: 'Cancel' }))
    await router.navigate('/admin/dashboard')
    await screen.findByText('Needs your attention')
    expect(screen.queryByText(/with just a password/)).toBeNull()
    await router.navigate('/admin/user-manager')
    await user.click(await screen.findByRole('button', { name: 'Switch off' }))
    await user.click(question().getByRole('button', { name: 'Switch off' }))
    expect(await screen.findByText(/^Off\. Anyone without/)).toBeVisible()
    await router.navigate('/admin/dashboard')
    expect(await screen.findByText(/Administrators can sign in with just a password/)).toBeVisible()
  })

  it('sign-in leads an administrator without two-factor authentication to setup when it is mandatory', async () => {
    const account = await makeAccount('newcomer', { on })
    const early = await openAs(account, '/admin/user-manager')
    expect(await screen.findByText(/Set up two-factor authentication for your own account first/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull()
    expect(early.router.state.location.pathname).toBe('/admin/user-manager')
    await forgetBrowser()

    await change('insert into private.second_factor_rule default values')
    const { user, router } = await openLogin(account, '/admin/user-manager')
    const submit = () => user.click(button('Sign in'))
    await submit()
    expect(await screen.findByText('Administrators need two-factor authentication')).toBeVisible()
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await code()
    expect(flag()).toBeNull()
    // Another tab is faster.
    const { supabase } = await import('@/admin/backend/client')
    const token = (await supabase.auth.getSession()).data.session?.access_token ?? ''
    await withFactor({ ...server(), url: inject('mailDownUrl') }, { token }, 'Tablet')
    await user.type(await code(), '123456')
    await users()
    expect(router.state.location.pathname).toBe('/admin/user-manager')
    expect(flag()).toBe('true')
  })

  it('blocks the dashboard after a new password until two-factor authentication is set up', async () => {
    const password = 'below-street-level'
    const account = await makeAccount('first', { on, password, appMetadata: { default_password: true } })
    await change('insert into private.second_factor_rule default values')
    await openAs(account, '/admin/reset-password')
    window.localStorage.removeItem('adminAuth')
    for (const label of ['New password', 'Confirm new password'])
      setFieldValue(await screen.findByLabelText(label), 'three clay pipes')
    screen.getByRole('button', { name: 'Save new password' }).click()
    expect(await screen.findByText('Administrators need two-factor authentication')).toBeVisible()
    expect(screen.queryByText('Please log in to access the admin dashboard')).toBeNull()
    expect(flag()).toBeNull()
  })

  it('a working administrator can set up two-factor authentication in place after the 24-hour deadline', async () => {
    const account = await makeAccount('newcomer', { on })
    const { user } = await openAs(account, '/admin/user-manager')
    await users()
    setFieldValue(screen.getByRole('textbox', { name: 'Email' }), 'half@')
    await change(`insert into private.second_factor_rule (since) values (now() - interval '25 hours')`)
    await user.click(button('Lookup'))
    await user.click(await screen.findByRole('button', { name: 'Set up now' }))
    await user.click(await dialog().findByRole('button', { name: 'Continue' }))
    await code()
    dropResponses(/verify$/)
    await proveKey(user)
    expect(await screen.findByText(/^“Phone” is set up/)).toBeVisible()
    await waitFor(() => expect(screen.queryByText(/Administrators now need two-factor authentication/)).toBeNull())
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('half@')
  })
})
