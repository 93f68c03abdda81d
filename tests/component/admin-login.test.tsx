import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { forgetBrowser, makeAccount, renderSignedIn } from '../support/admin-users'

afterEach(forgetBrowser)

describe('the login screen', () => {
  it('lets an administrator in, says so, and raises the flag', async () => {
    const account = await makeAccount()
    const { router } = await renderSignedIn(account)
    await screen.findByRole('button', { name: `Account: ${account.email}` })
    expect(router.state.location.pathname).toBe('/admin/dashboard')
    expect(await screen.findByText('Admin login successful')).toBeVisible()
    expect(window.localStorage.getItem('adminAuth')).toBe('true')
    await waitFor(() => expect(screen.queryByText('Checking your session...')).toBeNull())
  })
})
