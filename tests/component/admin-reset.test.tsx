import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { holdBack, loseAnswers } from '../support/admin-network'
import { forgetBrowser, makeAccount, renderSignedIn, server, sessionsOf } from '../support/admin-users'
import { callAs, signIn } from '../support/backend-users'
import { sql } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'

afterEach(forgetBrowser)

const fresh = () => screen.getByLabelText('New password')
const again = () => screen.getByLabelText('Confirm new password')

const openWithSession = async (name = 'admin', options?: Parameters<typeof makeAccount>[1]) => {
  const account = await makeAccount(name, {
    appMetadata: { default_password: true, password_change_required: true },
    ...options,
  })
  const site = await renderSignedIn(account, '/admin/dashboard?section=overview')
  await screen.findByLabelText('New password')
  return { ...site, account }
}

describe('the reset screen', () => {
  it('asks for a link when nobody is signed in', async () => {
    await renderSite('/admin/reset-password')
    expect(await screen.findByText(/open the link in the e-mail that we send you/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Send a new reset link' })).toHaveAttribute(
      'href',
      '/admin/login?mode=forgot',
    )
  })

  it.each([
    ['otp_expired', 'The link in the e-mail has already been used'],
    ['access_denied', 'The link in the e-mail was not accepted'],
    ['user_banned', 'This account has been banned'],
  ])('explains a link that ends in %s, and how to get another', async (code, sentence) => {
    const { user } = await renderSite(`/admin/reset-password#error=access_denied&error_code=${code}`)
    expect(screen.getByText(new RegExp(sentence))).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Send a new reset link' }))
    expect(await screen.findByRole('button', { name: 'Send reset link' })).toBeVisible()
  })

  it('tells somebody invited whose link is old how to get another', async () => {
    await renderSite('/admin/reset-password#error=access_denied&error_code=otp_expired')
    expect(screen.getByText(/Ask for a new one, also if it was an invitation/)).toBeVisible()
  })

  it('says why the default password must go', async () => {
    await openWithSession()
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Choose your own password')
    expect(screen.getByText(/You signed in with the default password/)).toBeVisible()
  })

  it('wants the same password twice, and both fields filled in', async () => {
    const { user } = await openWithSession()
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    expect(fresh()).toHaveAccessibleDescription(expect.stringContaining('Please fill in this field.'))
    await user.type(fresh(), 'a long password')
    await user.type(again(), 'another password{Enter}')
    expect(again()).toHaveAccessibleDescription('The two passwords are not the same.')
    expect(again()).toHaveFocus()
  })

  it('refuses a password that would be guessed first, says why, and keeps what was typed', async () => {
    const { user } = await openWithSession()
    for (const [password, reason] of [
      ['1q2w3e4r5t', /one of the most used passwords/],
      ['Groundworks 24', /the name of the company/],
    ] as const) {
      await user.clear(fresh())
      await user.type(fresh(), password)
      await user.clear(again())
      await user.type(again(), `${password}{Enter}`)
      expect(await screen.findByText(reason)).toBeVisible()
      expect(fresh()).toHaveValue(password)
    }
  })

  it("shows the auth server's reasons for a weak password, and keeps what was typed", async () => {
    expectConsole('error')
    const { user } = await openWithSession()
    await user.type(fresh(), 'short')
    await user.type(again(), 'short{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('Password should be at least 10 characters')
    expect(fresh()).toHaveValue('short')
    await user.type(fresh(), ' no more')
    await user.type(again(), '{Enter}')
    expect(again()).toHaveAccessibleDescription('The two passwords are not the same.')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('saves once, lets in, returns to the place, and ends the other sessions', async () => {
    expectConsole('error')
    const { user, router, account } = await openWithSession()
    const elsewhere = await signIn(server(), account)
    expect(await sessionsOf(account.id)).toBe(2)
    await user.type(fresh(), 'a password of my own')
    await user.type(again(), 'a password of my own')
    const held = holdBack(/auth\/v1\/user$/)
    clickTwiceAtOnce(screen.getByRole('button', { name: 'Save new password' }))
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
    held.release()
    await screen.findByText('Active Projects')
    expect(await screen.findByText('Password changed')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/admin/dashboard', search: '?section=overview' })
    expect(held.count()).toBe(1)
    expect(await sessionsOf(account.id)).toBe(1)
    expect(await callAs(server(), elsewhere, '/auth/v1/user')).toMatchObject({ status: 403 })
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
  })

  it('is done when it is tried again after the answer was lost', async () => {
    expectConsole('error')
    const { user } = await openWithSession()
    await user.type(fresh(), 'a password of my own')
    await user.type(again(), 'a password of my own')
    loseAnswers(/auth\/v1\/user$/)
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('The server could not be reached.')
    vi.mocked(globalThis.fetch).mockRestore()
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    await screen.findByText('Active Projects')
    await waitFor(() => expect(screen.queryByText(/default password/)).toBeNull())
  })

  it('refuses somebody whose role is gone by then', async () => {
    const { user, account, router } = await openWithSession()
    await makeAccount()
    await sql(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [account.id])
    await user.type(fresh(), 'a password of my own')
    await user.type(again(), 'a password of my own{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
    expect(await screen.findByText('Access denied. Admin privileges required.')).toBeVisible()
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
  })

  it('says what to do when the session ended before saving', async () => {
    expectConsole('error')
    const { user, account } = await openWithSession()
    await user.type(fresh(), 'a password of my own')
    await user.type(again(), 'a password of my own')
    await sql('delete from auth.sessions where user_id = $1', [account.id])
    await user.click(screen.getByRole('button', { name: 'Save new password' }))
    expect(await screen.findByText(/Your session ended before the password was saved/)).toBeVisible()
  })
})
