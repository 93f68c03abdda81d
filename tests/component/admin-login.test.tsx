import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { cutOff, holdBack, listenTo } from '../support/admin-network'
import { forgetBrowser, makeAccount, renderSignedIn, sessionsOf } from '../support/admin-users'
import { mailsTo, sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'

afterEach(forgetBrowser)

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = (name: string) => screen.getByRole('button', { name })
const onDashboard = (account: { email: string }) => screen.findByRole('button', { name: `Account: ${account.email}` })

describe('the login screen', () => {
  it('has the title, the subtitle, the fields and the ways on', async () => {
    await renderSite('/admin/login')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Portal Login')
    expect(screen.getByText('Enter your credentials to access the admin dashboard')).toBeVisible()
    expect(email()).toHaveAttribute('type', 'email')
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    expect(screen.getByRole('link', { name: 'Return to website' })).toHaveAttribute('href', '/')
    expect(button('Setup Admin')).toHaveAttribute('aria-expanded', 'false')
  })

  it('lets an administrator in, says so, sets the flag and sends the captcha wrapper along', async () => {
    const account = await makeAccount()
    const bodies = listenTo(/grant_type=password/)
    const { router } = await renderSignedIn(account)
    await onDashboard(account)
    await screen.findByText('Active Projects')
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    expect(await screen.findByText('Admin login successful')).toBeVisible()
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
    expect(bodies).toEqual([
      { email: account.email, password: account.password, gotrue_meta_security: { captcha_token: '' } },
    ])
  })

  it('goes back to where the person came from', async () => {
    const account = await makeAccount()
    const { router } = await renderSignedIn(account, '/admin/dashboard?tab=enquiries')
    await onDashboard(account)
    expect(router.state.location.search).toBe('?tab=enquiries')
    expect(screen.getByRole('tab', { name: 'Enquiries' })).toHaveAttribute('aria-selected', 'true')
    await waitFor(() => expect(screen.queryByText('Loading enquiries...')).toBeNull())
  })

  it.each([
    'https://evil.example/admin',
    '//evil.example/admin',
    '/',
    '/admin/login',
    '/administrator',
    'javascript:alert(1)',
    { pathname: '/admin/user-manager' },
  ])('does not go to %s afterwards', async (place) => {
    const account = await makeAccount()
    const { router } = await renderSignedIn(account, place as string)
    await onDashboard(account)
    await screen.findByText('Active Projects')
    expect(router.state.location.pathname).toBe('/admin/dashboard')
  })

  it('signs somebody without the role out again', async () => {
    const account = await makeAccount('member', { admin: false })
    await renderSignedIn(account)
    expect(await screen.findByRole('alert')).toHaveTextContent('Access denied. Admin privileges required.')
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('sb-'))).toEqual([])
    await waitFor(async () => expect(await sessionsOf(account.id)).toBe(0))
    expect(password()).toHaveValue(account.password)
  })

  it("shows the auth server's own words for a wrong password, and keeps what was typed", async () => {
    // The browser reports refusals of the server by itself.
    expectConsole('error')
    const account = await makeAccount()
    await renderSignedIn({ ...account, password: 'not-the-password' })
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Invalid login credentials')
    await waitFor(() => expect(alert).toHaveFocus())
    expect(email()).toHaveValue(account.email)
  })

  it("shows the auth server's own words where we have some, too, and ours below", async () => {
    expectConsole('error')
    await makeAccount()
    const account = await makeAccount('banned')
    await sql(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [account.id])
    await renderSignedIn(account)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Error! User is banned ?This account has been banned\. Whoever looks after the website can lift the ban\.$/,
    )
  })

  it('says so when the server cannot be reached', async () => {
    const account = await makeAccount()
    cutOff(/token/)
    await renderSignedIn(account)
    expect(await screen.findByRole('alert')).toHaveTextContent('The server could not be reached.')
  })

  it('asks for what is missing beside the field, and sends nothing', async () => {
    const bodies = listenTo(/token/)
    const { user } = await renderSite('/admin/login')
    await user.type(email(), 'nobody{Enter}')
    expect(email()).toHaveAccessibleDescription(expect.stringContaining('valid e-mail address'))
    expect(email()).toHaveFocus()
    await user.type(email(), '@example.com{Enter}')
    expect(password()).toHaveAccessibleDescription('Please enter your password')
    expect(bodies).toEqual([])
  })

  it('signs in once, however often the button is pressed, and says that it is busy', async () => {
    const account = await makeAccount()
    const held = holdBack(/grant_type=password/)
    const { user } = await renderSite('/admin/login')
    await user.type(email(), account.email)
    await user.type(password(), account.password)
    clickTwiceAtOnce(button('Sign in'))
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toBeDisabled()
    fireEvent.submit(email())
    held.release()
    await onDashboard(account)
    await screen.findByText('Active Projects')
    expect(held.count()).toBe(1)
  })

  it('shows the password on request', async () => {
    const { user } = await renderSite('/admin/login')
    await user.type(password(), 'secret')
    await user.click(button('Show password'))
    expect(password()).toHaveAttribute('type', 'text')
    expect(button('Show password')).toHaveAttribute('aria-pressed', 'true')
    expect(password()).toHaveValue('secret')
  })

  it('takes a signed-in administrator straight on, and is not in the way back', async () => {
    const account = await makeAccount()
    const { router } = await renderSignedIn(account, '/admin/dashboard?section=theme')
    await onDashboard(account)
    await act(() => router.navigate('/admin/login'))
    await screen.findByText('Active Projects')
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
  })
})

describe('forgetting the password', () => {
  it('sends the link to the reset screen and confirms it', async () => {
    const account = await makeAccount()
    const { user } = await renderSite('/admin/login')
    await user.type(email(), account.email)
    await user.click(button('Forgot your password?'))
    expect(screen.getByText('Enter your email to receive a password reset link')).toBeVisible()
    expect(email()).toHaveValue(account.email)
    await user.click(button('Send reset link'))
    expect(await screen.findByText('Password reset link has been sent to your email.')).toBeVisible()
    expect(
      screen.getByText('Please check your inbox and follow the instructions to reset your password.'),
    ).toBeVisible()
    expect(await screen.findByText('Password reset link sent to your email')).toBeVisible()
    const [mail] = await mailsTo(account.email)
    expect(mail?.text).toContain(encodeURIComponent('/admin/reset-password'))
    await user.click(button('Back to login'))
    expect(password()).toBeVisible()
  })

  it('answers the same to an account that asked a minute ago, and sends no second e-mail', async () => {
    expectConsole('error')
    const account = await makeAccount()
    for (let time = 0; time < 2; time++) {
      const { user } = await renderSite('/admin/login?mode=forgot')
      await user.type(email(), account.email)
      await user.click(button('Send reset link'))
      expect(await screen.findByText('Password reset link has been sent to your email.')).toBeVisible()
      expect(screen.queryByRole('alert')).toBeNull()
      cleanup()
    }
    expect(await mailsTo(account.email)).toHaveLength(1)
  })

  it('reports a server that cannot be reached, and keeps the e-mail address', async () => {
    cutOff(/recover/)
    const { user } = await renderSite('/admin/login?mode=forgot')
    await user.type(email(), 'owner@example.com')
    await user.click(button('Send reset link'))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to send password reset email')
    expect(email()).toHaveValue('owner@example.com')
  })

  it('asks for an e-mail address when there is none', async () => {
    const { user } = await renderSite('/admin/login?mode=forgot')
    await user.click(button('Send reset link'))
    expect(email()).toHaveAccessibleDescription('Please fill in this field.')
  })
})
