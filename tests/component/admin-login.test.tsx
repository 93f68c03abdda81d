import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathAfterLogin } from '@/admin/components/return-to'
import { defaultAdmin } from '@/admin/session/default-admin'
import { site } from '@/content/site'
import { cutOff, holdBack, listenTo } from '../support/admin-network'
import { forgetBrowser, makeAccount, sessionsOf } from '../support/admin-users'
import type { TestUser } from '../support/backend-users'
import { mailsTo, sql, untouchedUrl } from '../support/backstage'
import { expectConsole, openOrigin } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'
import { openAs, pressTwice, put, reconnect } from './admin-support'

afterEach(forgetBrowser)

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = (name: string) => screen.getByRole('button', { name })
const open = async (account: TestUser, from?: string) => {
  const site = await renderSite({ pathname: '/admin/login', state: { from } })
  put(email(), account.email)
  put(password(), account.password)
  return site
}

describe('the login screen', () => {
  it('has the title, the fields and the ways on, shows the password on request, and asks for what is missing', async () => {
    const bodies = listenTo(/token/)
    const { user } = await renderSite('/admin/login')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Portal Login')
    expect(screen.getByText('Enter your credentials to access the admin dashboard')).toBeVisible()
    expect(email()).toHaveAttribute('type', 'email')
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('link', { name: 'Return to website' })).toHaveAttribute('href', '/')
    expect(button('Setup Admin')).toHaveAttribute('aria-expanded', 'false')

    put(password(), 'secret')
    await user.click(button('Show password'))
    expect(password()).toHaveAttribute('type', 'text')
    expect(button('Show password')).toHaveAttribute('aria-pressed', 'true')
    expect(password()).toHaveValue('secret')

    put(password(), '')
    await user.type(email(), 'nobody{Enter}')
    expect(email()).toHaveAccessibleDescription(expect.stringContaining('valid email address'))
    expect(email()).toHaveFocus()
    await user.type(email(), '@example.com{Enter}')
    expect(password()).toHaveAccessibleDescription('Please enter your password')
    expect(bodies).toEqual([])
  })

  it('lets an administrator in once, however often the button is pressed, and back to where they came from', async () => {
    const account = await makeAccount()
    const held = holdBack(/grant_type=password/)
    const { router } = await open(account, '/admin/dashboard?tab=enquiries')
    clickTwiceAtOnce(button('Sign in'))
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-disabled', 'true')
    fireEvent.submit(email())
    held.release()
    expect(await screen.findByRole('button', { name: `Account: ${account.email}` })).toBeVisible()
    expect(await screen.findByText('Admin login successful')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/admin/dashboard', search: '?tab=enquiries' })
    expect(screen.getByRole('tab', { name: 'Enquiries' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(screen.queryByText('Loading enquiries...')).toBeNull())
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
    expect(held.count()).toBe(1)
  })

  it.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/',
    '/admin/login',
    '/administrator',
    'javascript:alert(1)',
    { pathname: '/admin/user-manager' },
    undefined,
  ])('does not lead to %s afterwards', (from) => expect(pathAfterLogin({ from })).toBe('/admin/dashboard'))

  it('sends the captcha wrapper along, and signs somebody without the role out again', async () => {
    const account = await makeAccount('member', { admin: false })
    const bodies = listenTo(/grant_type=password/)
    const { user } = await open(account)
    await user.click(button('Sign in'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Access denied. Admin privileges required.')
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('sb-'))).toEqual([])
    await waitFor(async () => expect(await sessionsOf(account.id)).toBe(0))
    expect(password()).toHaveValue(account.password)
    const captcha = { gotrue_meta_security: { captcha_token: '' } }
    expect(bodies).toEqual([{ email: account.email, password: account.password, ...captcha }])
  })

  it('says when the server is not reached, and shows its own words for a wrong password and a ban', async () => {
    // The browser reports refusals of the server by itself.
    expectConsole('error')
    await makeAccount()
    const account = await makeAccount('banned')
    const { user } = await open({ ...account, password: 'not-the-password' })
    const alertSays = (text: string | RegExp) =>
      waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text))
    cutOff(/token/)
    await user.click(button('Sign in'))
    await alertSays('The server could not be reached.')
    reconnect()
    await user.click(button('Sign in'))
    await alertSays('Invalid login credentials')
    expect(button('Sign in')).toHaveFocus()
    expect(email()).toHaveValue(account.email)
    await sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [account.id])
    put(password(), account.password)
    await user.click(button('Sign in'))
    await alertSays(
      /^Error! User is banned ?This account has been banned\. Whoever looks after the website can lift the ban\.$/,
    )
  })

  it('takes a signed-in administrator straight on, and is not in the way back', async () => {
    const { router } = await openAs(await makeAccount(), '/admin/dashboard?section=theme')
    await act(() => router.navigate('/admin/login'))
    await screen.findByText('Active Projects')
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
  })
})

it('the forgotten password: asks for an address, keeps it, sends one link in a minute, and always confirms it', async () => {
  expectConsole('error')
  const account = await makeAccount()
  const { user } = await renderSite('/admin/login')
  put(email(), account.email)
  await user.click(button('Forgot your password?'))
  const instruction = 'Enter your email to receive a password reset link'
  expect(screen.getByText(instruction)).toBeVisible()
  expect(email()).toHaveAccessibleDescription(instruction)
  expect(document.title).toBe(`Forgotten password | ${site.name}`)
  expect(email()).toHaveValue(account.email)
  put(email(), '')
  await user.click(button('Send reset link'))
  expect(email()).toHaveAccessibleDescription(`${instruction} Please fill in this field.`)

  put(email(), account.email)
  cutOff(/recover/)
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

  await user.click(button('Forgot your password?'))
  put(email(), account.email)
  await user.click(button('Send reset link'))
  expect(await screen.findByText('Password reset link has been sent to your email.')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  const mails = await mailsTo(account.email)
  expect(mails.map(({ html }) => html.includes('/admin/reset-password#token_hash='))).toEqual([true])
})

it('offers to sign in or to reset the password when somebody else is in charge already, whoever asks', async () => {
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
    'An administrator already exists. Please sign in, or reset the password.',
  )
  expect(await sql('select 1 from auth.users where email = $1', [defaultAdmin.email])).toEqual([])
})

describe('setting up the default admin', () => {
  beforeEach(async () => openOrigin(await untouchedUrl()))

  const openPanel = async () => {
    const site = await renderSite('/admin/login')
    await site.user.click(button('Setup Admin'))
    return { ...site, panel: screen.getByRole('region', { name: 'Setup Default Admin' }) }
  }

  it('states the email address and the password, says when the server is not reached, and can be cancelled', async () => {
    cutOff(/auth-admin/)
    const { user, panel } = await openPanel()
    for (const text of [defaultAdmin.email, defaultAdmin.password]) expect(panel).toHaveTextContent(text)
    await user.click(within(panel).getByRole('button', { name: 'Create Admin Account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to set up admin account')
    await user.click(within(panel).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('region', { name: 'Setup Default Admin' })).toBeNull()
    expect(button('Setup Admin')).toHaveFocus()
  })

  it('creates one account, which is asked for a password of its own everywhere and stays in charge', async () => {
    // The auth server refuses the same password, and the browser reports that by itself.
    expectConsole('error')
    const { user, panel, router } = await openPanel()
    const create = within(panel).getByRole('button', { name: 'Create Admin Account' })
    const calls = await pressTwice(create, /auth-admin/, 'Setting up...')
    expect(await screen.findByText('Admin account created. You can now log in.')).toBeVisible()
    expect(await screen.findByText('Admin account created successfully')).toBeVisible()
    expect(calls()).toBe(1)

    expect([email().value, password().value]).toEqual([defaultAdmin.email, defaultAdmin.password])
    await user.type(password(), '{Enter}')
    await screen.findByText(/Nothing is waiting/)
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    const banner = /^Your account still has the default password/
    expect(screen.getByText(banner)).toBeVisible()
    await act(() => router.navigate('/admin/user-manager'))
    await screen.findByRole('table')
    expect(screen.getByText(banner)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Choose a password' }))
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible()
    expect(screen.queryByText(/has no rights/)).toBeNull()

    const choose = async (chosen: string) => {
      for (const label of ['New password', 'Confirm new password']) put(screen.getByLabelText(label), chosen)
      await user.click(button('Save new password'))
    }
    await choose(defaultAdmin.password)
    expect(await screen.findByRole('alert')).toHaveTextContent('New password should be different')
    await choose('a password of my own')
    expect(await screen.findByRole('table')).toBeVisible()
    expect(screen.queryByText(banner)).toBeNull()

    await user.click(button(defaultAdmin.email))
    await user.click(button('Delete user'))
    const question = within(screen.getByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete user' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      'This is the last administrator. Give the role to somebody else first.',
    )
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(button(defaultAdmin.email)).toBeVisible()

    await forgetBrowser()
    const late = await openPanel()
    await late.user.click(within(late.panel).getByRole('button', { name: 'Create Admin Account' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('User already exists. Try resetting the password instead.')
    await late.user.click(within(alert).getByRole('button', { name: 'Reset the password' }))
    expect(button('Send reset link')).toBeVisible()
  })
})
