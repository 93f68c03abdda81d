import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultAdmin } from '@/admin/default-admin'
import { cutOff, holdBack } from '../support/admin-network'
import { forgetBrowser } from '../support/admin-users'
import { untouchedUrl } from '../support/backstage'
import { expectConsole, openOrigin } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'
import { openAs, put } from './admin-support'

beforeEach(async () => openOrigin(await untouchedUrl()))
afterEach(forgetBrowser)

const email = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' })
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = (name: string) => screen.getByRole('button', { name })

describe('setting up the default admin', () => {
  const open = async () => {
    const site = await renderSite('/admin/login')
    await site.user.click(button('Setup Admin'))
    return { ...site, panel: screen.getByRole('region', { name: 'Setup Default Admin' }) }
  }

  it('states the e-mail address and the password, says when the server is not reached, and can be cancelled', async () => {
    cutOff(/auth-admin/)
    const { user, panel } = await open()
    for (const text of [defaultAdmin.email, defaultAdmin.password]) expect(panel).toHaveTextContent(text)
    await user.click(within(panel).getByRole('button', { name: 'Create Admin Account' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to set up admin account')
    await user.click(within(panel).getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('region', { name: 'Setup Default Admin' })).toBeNull()
  })

  it('creates the account once; it signs in, and every screen asks for a password of its own', async () => {
    // The auth server refuses the same password, and the browser reports that by itself.
    expectConsole('error')
    const { user, panel, router } = await open()
    const held = holdBack(/auth-admin/)
    clickTwiceAtOnce(within(panel).getByRole('button', { name: 'Create Admin Account' }))
    expect(await screen.findByRole('button', { name: 'Setting up...' })).toBeDisabled()
    held.release()
    expect(await screen.findByText('Admin account created. You can now log in.')).toBeVisible()
    expect(await screen.findByText('Admin account created successfully')).toBeVisible()
    expect(held.count()).toBe(1)

    expect(email()).toHaveValue(defaultAdmin.email)
    await user.type(password(), `${defaultAdmin.password}{Enter}`)
    expect(await screen.findByText('Admin login successful')).toBeVisible()
    await screen.findByText(/Nothing is waiting/)
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
    const banner = /^Your account still has the default password/
    expect(screen.getByText(banner)).toBeVisible()
    await act(() => router.navigate('/admin/user-manager'))
    await screen.findByRole('table')
    expect(screen.getByText(banner)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Choose a password' }))
    expect(await screen.findByRole('heading', { name: 'Choose your own password' })).toBeVisible()
    expect(screen.queryByText(/has no rights/)).toBeNull()

    put(screen.getByLabelText('New password'), defaultAdmin.password)
    await user.type(screen.getByLabelText('Confirm new password'), `${defaultAdmin.password}{Enter}`)
    expect(await screen.findByRole('alert')).toHaveTextContent('New password should be different')
    for (const label of ['New password', 'Confirm new password'])
      put(screen.getByLabelText(label), 'a password of my own')
    await user.click(button('Save new password'))
    expect(await screen.findByRole('table')).toBeVisible()
    expect(screen.queryByText(banner)).toBeNull()
  })

  it('leaves the only administrator in charge: deleting the account is refused, and why', async () => {
    expectConsole('error')
    const account = { id: '', email: defaultAdmin.email, password: 'a password of my own' }
    const { user } = await openAs(account, '/admin/user-manager')
    await user.click(await screen.findByRole('button', { name: account.email }))
    await user.click(button('Delete user'))
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getByText(/This is your own account. You will be logged out at once/)).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Delete user' }))
    expect(await question.findByRole('alert')).toHaveTextContent(
      'This is the last administrator. Give the role to somebody else first.',
    )
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(button(account.email)).toBeVisible()
  })

  it('refuses while there is an administrator, and offers to reset the password', async () => {
    expectConsole('error')
    const { user, panel } = await open()
    await user.click(within(panel).getByRole('button', { name: 'Create Admin Account' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('User already exists. Try resetting the password instead.')
    await user.click(within(alert).getByRole('button', { name: 'Reset the password' }))
    expect(button('Send reset link')).toBeVisible()
  })
})
