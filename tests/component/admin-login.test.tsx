import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultAdmin } from '@/admin/session/default-admin'
import { site } from '@/content/site'
import { captureBodies, delayResponses, mockOffline } from '../support/admin-network'
import { countSessions, forgetBrowser, makeAccount } from '../support/admin-users'
import { expectConsole, openOrigin } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'
import { mailsTo, serverUrl, sql } from '../support/test-server'
import { button, openAs, openLogin, pressTwice, reconnect, setFieldValue } from './admin-support'

afterEach(forgetBrowser)

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')

describe('the login screen', () => {
  it('login fields work with password managers and are validated before any request', async () => {
    const bodies = captureBodies(/token/)
    const { user } = await renderSite('/admin/login')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Portal Login')
    expect(screen.getByText('Enter your credentials to access the admin dashboard')).toBeVisible()
    expect(email()).toHaveAttribute('type', 'email')
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('link', { name: 'Return to website' })).toHaveAttribute('href', '/')
    expect(button('Setup Admin')).toHaveAttribute('aria-expanded', 'false')

    await user.type(email(), 'nobody{Enter}')
    expect(email()).toHaveAccessibleDescription(expect.stringContaining('valid email address'))
    expect(email()).toHaveFocus()
    await user.type(email(), '@example.com{Enter}')
    expect(password()).toHaveAccessibleDescription('Please enter your password')
    expect(bodies).toEqual([])
    setFieldValue(password(), 'secret')
    await user.click(button('Show password'))
    expect(password()).toHaveAttribute('type', 'text')
    expect(button('Show password')).toHaveAttribute('aria-pressed', 'true')
    expect(password()).toHaveValue('secret')
  })

  it('signs an administrator in once on repeated clicks, and opens the requested page', async () => {
    const account = await makeAccount()
    const held = delayResponses(/grant_type=password/)
    const { router } = await openLogin(account, '/admin/dashboard?tab=enquiries')
    clickTwiceAtOnce(button('Sign in'))
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-disabled', 'true')
    fireEvent.submit(email())
    held.release()
    // The toast disappears soon.
    expect(await screen.findByText('Admin login successful')).toBeVisible()
    expect(await screen.findByRole('button', { name: `Account: ${account.email}` })).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/admin/dashboard', search: '?tab=enquiries' })
    expect(screen.getByRole('tab', { name: 'Enquiries' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(screen.queryByText('Loading enquiries...')).toBeNull())
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
    expect(held.count()).toBe(1)
  })

  it('denies access to a user without the administrator role, and ends their session', async () => {
    const account = await makeAccount('member', { admin: false })
    const bodies = captureBodies(/grant_type=password/)
    const { user } = await openLogin(account)
    await user.click(button('Sign in'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Access denied. Admin privileges required.')
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('sb-'))).toEqual([])
    await waitFor(async () => expect(await countSessions(account.id)).toBe(0))
    expect(password()).toHaveValue(account.password)
    const captcha = { gotrue_meta_security: { captcha_token: '' } }
    expect(bodies).toEqual([{ email: account.email, password: account.password, ...captcha }])
  })

  it('explains why signing in failed, and keeps the email address', async () => {
    expectConsole('error')
    const account = await makeAccount('refused')
    const { user } = await openLogin(account)
    const isRefused = async (sentence: RegExp) => {
      await user.click(button('Sign in'))
      await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence))
      expect(button('Sign in')).toHaveFocus()
      expect(email()).toHaveValue(account.email)
    }
    mockOffline(/token/)
    await isRefused(/Couldn’t reach the server\./)
    reconnect()
    setFieldValue(password(), 'not-the-password')
    await isRefused(/Invalid login credentials/)
    setFieldValue(password(), account.password)
    await sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [account.id])
    await isRefused(
      /^Error! User is banned ?This account has been banned\. Whoever runs the website can lift the ban\.$/,
    )
  })

  it('redirects a signed-in administrator from login to the dashboard, replacing the history entry', async () => {
    const { router } = await openAs(await makeAccount(), '/admin/dashboard?section=theme')
    await act(() => router.navigate('/admin/login'))
    await screen.findByText('Active Projects')
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
  })
})

const instruction = 'Enter your email to receive a password reset link'

describe('the forgotten password form', () => {
  it('confirms every password reset request, although only one email a minute is sent', async () => {
    expectConsole('error')
    const account = await makeAccount()
    const { user } = await renderSite('/admin/login')
    setFieldValue(email(), account.email)
    await user.click(button('Forgot your password?'))
    expect(document.title).toBe(`Forgotten password | ${site.name}`)
    expect(screen.getByText(instruction)).toBeVisible()
    expect(email()).toHaveAccessibleDescription(instruction)
    expect(email()).toHaveValue(account.email)
    setFieldValue(email(), '')
    await user.click(button('Send reset link'))
    expect(email()).toHaveAccessibleDescription(`${instruction} Please fill in this field.`)
    setFieldValue(email(), account.email)
    mockOffline(/recover/)
    await user.click(button('Send reset link'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send password reset email')
    expect(email()).toHaveValue(account.email)
    reconnect()

    await user.click(button('Send reset link'))
    const sent = await screen.findByRole('group', { name: /^Password reset link has been sent to your email\./ })
    expect(sent).toHaveAccessibleName(/Please check your inbox and follow the instructions to reset your password\.$/)
    expect(sent).toHaveFocus()
    expect(await screen.findByText('Password reset link sent to your email')).toBeVisible()
    await user.click(button('Back to login'))
    expect(password()).toBeVisible()
    expect(email()).toHaveFocus()

    // The server sends one link per minute.
    await user.click(button('Forgot your password?'))
    setFieldValue(email(), account.email)
    await user.click(button('Send reset link'))
    expect(await screen.findByText('Password reset link has been sent to your email.')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    const mails = await mailsTo(account.email)
    expect(mails.map(({ html }) => html.includes('/admin/reset-password#token_hash='))).toEqual([true])
  })
})

it('refuses to create the default admin when an administrator already exists', async () => {
  expectConsole('error')
  const owner = await makeAccount()
  const { user } = await openAs(owner, '/admin/dashboard')
  await screen.findByRole('button', { name: `Account: ${owner.email}` })
  window.localStorage.removeItem('adminAuth')
  cleanup()
  const again = await renderSite('/admin/login')
  await again.user.click(button('Setup Admin'))
  await user.click(button('Create Admin Account'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'An administrator already exists. Please sign in or reset the password.',
  )
  expect(await sql('select 1 from auth.users where email = $1', [defaultAdmin.email])).toEqual([])
})

describe('setting up the default admin', () => {
  beforeEach(async () => {
    openOrigin(await serverUrl('untouched'))
    // Bypasses the guard of the last administrator. Publications of other tests stay.
    const all = ['disable trigger user', 'enable trigger user'].map((change) => `alter table auth.users ${change};`)
    await sql(`do $$ begin ${all.join(' delete from auth.users; ')} end $$`, [], 'untouched')
  })

  const openPanel = async () => {
    const site = await renderSite('/admin/login')
    await site.user.click(button('Setup Admin'))
    return { ...site, panel: screen.getByRole('region', { name: 'Setup Default Admin' }) }
  }

  const create = (panel: HTMLElement) => within(panel).getByRole('button', { name: 'Create Admin Account' })
  const openAsDefault = async () => {
    expectConsole('error')
    const { panel, ...site } = await openPanel()
    await site.user.click(create(panel))
    await screen.findByText('Admin account created. You can now log in.')
    await site.user.type(password(), '{Enter}')
    await screen.findByText(/Nothing needs your attention/)
    return site
  }
  const banner = () => screen.queryByText(/^Your account still has the default password/)
  it('creates the default admin once after a failed attempt, and fills in its credentials', async () => {
    mockOffline(/auth-admin/)
    const { user, panel: first } = await openPanel()
    for (const text of [defaultAdmin.email, defaultAdmin.password]) expect(first).toHaveTextContent(text)
    await user.click(create(first))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to set up admin account')
    await user.click(within(first).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('region', { name: 'Setup Default Admin' })).toBeNull()
    expect(button('Setup Admin')).toHaveFocus()
    reconnect()
    await user.click(button('Setup Admin'))
    const panel = screen.getByRole('region', { name: 'Setup Default Admin' })
    const calls = await pressTwice(create(panel), /auth-admin/, 'Setting up...')
    expect(await screen.findByText('Admin account created. You can now log in.')).toBeVisible()
    expect(await screen.findByText('Admin account created successfully')).toBeVisible()
    expect(calls()).toBe(1)
    expect([email().value, password().value]).toEqual([defaultAdmin.email, defaultAdmin.password])
  })

  it('asks the default admin to change the password, and protects the last administrator', async () => {
    const { user, router } = await openAsDefault()
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    expect(banner()).toBeVisible()
    await act(() => router.navigate('/admin/user-manager'))
    await screen.findByRole('table')
    expect(banner()).toBeVisible()
    const choose = async (chosen: string) => {
      for (const label of ['New password', 'Confirm new password']) setFieldValue(screen.getByLabelText(label), chosen)
      await user.click(button('Save new password'))
    }
    await user.click(screen.getByRole('link', { name: 'Choose a password' }))
    await screen.findByRole('heading', { name: 'Choose your own password' })
    await choose(defaultAdmin.password)
    expect(screen.queryByText(/has no access/)).toBeNull()
    expect(await screen.findByRole('alert')).toHaveTextContent('New password should be different')
    await choose('a password of my own')
    expect(await screen.findByRole('table')).toBeVisible()
    expect(banner()).toBeNull()

    await user.click(button(defaultAdmin.email))
    await user.click(button('Delete user'))
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete user' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      'This is the last administrator. Make someone else an administrator first.',
    )
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(button(defaultAdmin.email)).toBeVisible()
  })

  it('offers a password reset when the default admin already exists', async () => {
    await openAsDefault()
    await forgetBrowser()
    const { user, panel } = await openPanel()
    await user.click(create(panel))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('User already exists. Try resetting the password instead.')
    await user.click(within(alert).getByRole('button', { name: 'Reset the password' }))
    expect(button('Send reset link')).toBeVisible()
  })
})
