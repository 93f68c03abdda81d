import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { delayResponses, dropResponses } from '../support/admin-network'
import { countSessions, forgetBrowser, makeAccount, server } from '../support/admin-users'
import { signIn } from '../support/backend-users'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { mailsTo, resetRateLimit, sql, uniqueEmail } from '../support/test-server'
import {
  button,
  dialog,
  fillInLogin,
  loseConnection,
  openAs,
  pressTwice,
  question,
  reconnect,
  setFieldValue,
} from './admin-support'

beforeEach(() => expectConsole('error'))
afterEach(forgetBrowser)

const open = async () => {
  const account = await makeAccount()
  const rendered = await openAs(account, '/admin/user-manager')
  await screen.findByRole('table')
  return { ...rendered, account }
}
type User = Awaited<ReturnType<typeof open>>['user']
const row = (email: string) => within(screen.getByRole('table')).getByText(email).closest('tr')
const lookUp = async (user: User, email: string) => {
  setFieldValue(screen.getByRole('textbox', { name: 'Email' }), email)
  await user.click(button('Lookup'))
  await screen.findByRole('button', { name: 'Lookup' })
}
const panel = () => within(screen.getByRole('region', { name: 'Selected user' }))
const act = (user: User, name: string) => user.click(panel().getByRole('button', { name }))
const confirm = (name: string) => question().getByRole('button', { name })
const address = () => dialog().getByRole('textbox', { name: 'Email' })
const fillIn = async (user: User, email: string, { admin = false } = {}) => {
  await user.click(button('Add user'))
  setFieldValue(address(), email)
  await user.click(dialog().getByRole('radio', { name: admin ? /^Administrator/ : /^No role yet/ }))
}
const send = () => dialog().getByRole('button', { name: 'Send invitation' })
const idOf = async (email: string) =>
  (await sql<{ id: string }>('select id from auth.users where email = $1', [email]))[0]?.id
const roleOf = async (email: string) => {
  const role = `raw_user_meta_data ->> 'role' as role`
  return (await sql<{ role: string | null }>(`select ${role} from auth.users where email = $1`, [email]))[0]?.role
}

describe('the user manager', () => {
  it('redirects a signed-out visitor to login, and returns to the user manager afterwards', async () => {
    const account = await makeAccount()
    const { router, user } = await renderSite('/admin/user-manager')
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect(screen.getByText('Only administrators can access the user management system.')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to admin login' })).toBeVisible()
    expect(await screen.findByText("You don't have permission to access this page")).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
    await fillInLogin(account)
    await user.click(button('Sign in'))
    await screen.findByRole('table')
    expect(router.state.location.pathname).toBe('/admin/user-manager')
  })

  it('a URL can open "Add user" once or focus "Your account"', async () => {
    const { user, router } = await openAs(await makeAccount(), '/admin/user-manager?add=1')
    await screen.findByRole('dialog', { name: 'Add user' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.search).toBe(''))
    expect(screen.queryByRole('dialog')).toBeNull()
    cleanup()
    await renderSite('/admin/user-manager#own-account')
    await screen.findByRole('table')
    expect(screen.getByRole('heading', { name: 'Your account' })).toHaveFocus()
  })

  it('lists all users across backend pages, with role, status and dates', async () => {
    const shutOut = await makeAccount('shut-out')
    // The last administrator can't be banned.
    await makeAccount('other')
    await sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [shutOut.email])
    await sql(
      `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', 'crowd-' || n || '@example.com', '{}', '{}', false, false,
         now() - interval '1 year', now() from generate_series(1, 120) n`,
    )
    try {
      const { account } = await open()
      expect(screen.getByText('Security notice.')).toBeVisible()
      expect(screen.getByText('Logged in as Admin')).toBeVisible()
      expect(row(account.email)).toHaveTextContent('AdminActive')
      expect(row(shutOut.email)).toHaveTextContent('Banned')
      expect(row('crowd-1@example.com')).toHaveTextContent(/User.*Never/)
      expect(screen.getAllByText(/^crowd-/)).toHaveLength(120)
      expect(screen.getByText('Home').closest('a')).toHaveAttribute('href', '/')
      expect(screen.getByText('Back to Admin Dashboard').closest('a')).toHaveAttribute('href', '/admin/dashboard')
    } finally {
      await sql(`delete from auth.users where email like 'crowd-%'`)
    }
  })

  it('looks up a user by exact email address, ignoring case and surrounding spaces', async () => {
    const { user } = await open()
    await user.click(button('Lookup'))
    expect((await screen.findAllByText('Please enter an email address')).length).toBeGreaterThan(0)
    const member = await makeAccount('member', { admin: false })
    await lookUp(user, ` ${member.email.toUpperCase()} `)
    expect(await screen.findByText('User found')).toBeVisible()
    for (const text of ['Not Admin', 'Active', 'Set as Admin']) expect(panel().getByText(text)).toBeVisible()
    // They have joined.
    expect(panel().queryByRole('button', { name: 'Send again' })).toBeNull()
    await lookUp(user, member.email.slice(1))
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('User not found'))
    expect(screen.getByLabelText('Email')).toHaveFocus()
    expect(screen.queryByRole('region', { name: 'Selected user' })).toBeNull()
    loseConnection(/auth-admin/)
    await lookUp(user, member.email)
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Error looking up user'))
  })

  it('changes a role or deletes a user only after confirmation', async () => {
    const member = await makeAccount('member', { admin: false })
    await signIn(server(), member)
    const { user } = await open()
    await user.click(button(member.email))
    await act(user, 'Set as Admin')
    const calls = await pressTwice(confirm('Set as Admin'), /auth-admin\/admin\/users\/[^/]+$/, 'Saving...')
    expect(await screen.findByText(`${member.email} is now an admin`)).toBeVisible()
    expect(panel().getByText('Admin')).toBeVisible()
    expect(calls()).toBe(1)
    expect(await roleOf(member.email)).toBe('admin')

    await act(user, 'Remove Admin Role')
    await user.click(confirm('Cancel'))
    expect(await roleOf(member.email)).toBe('admin')
    await act(user, 'Remove Admin Role')
    await user.click(confirm('Remove Admin Role'))
    expect(await screen.findByText(`${member.email} is no longer an admin`)).toBeVisible()
    expect(await roleOf(member.email)).toBeNull()

    await act(user, 'Delete user')
    await user.click(confirm('Cancel'))
    expect(await idOf(member.email)).toBe(member.id)
    await act(user, 'Delete user')
    const deleting = delayResponses(/auth-admin\/admin\/users\/[^/]+$/)
    await user.click(confirm('Delete user'))
    await user.keyboard('{Escape}')
    expect(confirm('Deleting...'), 'the question stays while its action runs').toBeVisible()
    deleting.release()
    expect(await screen.findByText(`${member.email} has been deleted`)).toBeVisible()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(screen.queryByRole('button', { name: member.email })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Selected user' })).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Users' })).toHaveFocus())
    expect(await idOf(member.email)).toBeUndefined()
    expect(await countSessions(member.id)).toBe(0)
  })

  it.each([
    ['Remove Admin Role', /^This is your own account\. You’ll lose access immediately/, null, 'true'],
    ['Delete user', /^This is your own account\. You’ll be logged out immediately/, undefined, null],
  ])('warns an administrator before "%s" on their own account, then denies access', async (...row) => {
    const [action, warning, role, flag] = row
    await makeAccount()
    const { user, account } = await open()
    await lookUp(user, account.email)
    await act(user, action)
    expect(question().getByText(warning)).toBeVisible()
    await user.click(confirm(action))
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect(await roleOf(account.email)).toBe(role)
    expect(window.localStorage.getItem('adminAuth')).toBe(flag)
  })
})

it('denies access and changes nothing when the administrator was demoted in the meantime', async () => {
  await makeAccount()
  const member = await makeAccount('member', { admin: false })
  const { user, account } = await open()
  await lookUp(user, member.email)
  await sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [account.id])
  await act(user, 'Set as Admin')
  await user.click(confirm('Set as Admin'))
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(await roleOf(member.email)).toBeNull()
})

describe('adding a user', () => {
  beforeEach(() => resetRateLimit('auth-admin-invite'))

  it('invites a new user with the chosen role, and resends up to the limit', async () => {
    const member = await makeAccount('member', { admin: false })
    const { user } = await open()
    await user.click(button('Add user'))
    setFieldValue(address(), member.email)
    await user.click(send())
    const first = dialog().getByRole('radio', { name: 'Administrator' })
    expect(first).toHaveFocus()
    expect(first).toHaveAccessibleDescription(/Please choose a role$/)
    await user.click(dialog().getByRole('button', { name: 'Cancel' }))
    await fillIn(user, 'nobody')
    await user.click(send())
    expect(address()).toHaveAccessibleDescription('Please enter a valid email address, for example name@example.com.')
    setFieldValue(address(), member.email)
    await user.click(send())
    const alert = await dialog().findByRole('alert')
    expect(alert).toHaveTextContent('User already exists. Try resetting the password instead.')
    expect(send()).toHaveFocus()
    expect(address()).toHaveValue(member.email)
    expect(await roleOf(member.email)).toBeNull()

    const [plain, admin] = [uniqueEmail('plain'), uniqueEmail('deputy')]
    setFieldValue(address(), plain)
    await user.click(send())
    expect(await screen.findByText(`Invitation sent to ${plain}`)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(button('Add user')).toHaveFocus()
    expect((await mailsTo(plain))[0]?.html).toContain('Choose a password')
    expect(await roleOf(plain)).toBeNull()
    expect(row(plain)).toHaveTextContent(/UserInvited.*Never/)

    await fillIn(user, admin, { admin: true })
    const calls = await pressTwice(send(), /auth-admin\/invite/, 'Sending...')
    expect(await screen.findByText(`Invitation sent to ${admin}`)).toBeVisible()
    expect(calls()).toBe(1)
    expect(await roleOf(admin)).toBe('admin')

    await user.click(await screen.findByRole('button', { name: admin }))
    for (const count of [2, 3]) {
      await pressTwice(await panel().findByRole('button', { name: 'Send again' }), /auth-admin\/invite/, 'Sending...')
      await panel().findByRole('button', { name: 'Send again' })
      expect(await mailsTo(admin)).toHaveLength(count)
    }
    expect(await roleOf(admin)).toBe('admin')
    await act(user, 'Send again')
    expect(await panel().findByRole('alert')).toHaveTextContent(/Invitation not sent\. You can send up to 20 an hour/)
    expect(await mailsTo(admin)).toHaveLength(3)
  })
})

it('a password change keeps the typed values until accepted, then signs out other devices', async () => {
  const fresh = 'three clay pipes'
  const { user, account } = await open()
  await user.click(button('Change password'))
  const submit = () => user.click(dialog().getByRole('button', { name: 'Change password' }))
  const change = async (current: string, next: string, again = next) => {
    setFieldValue(dialog().getByLabelText('Current password'), current)
    setFieldValue(dialog().getByLabelText('New password'), next)
    setFieldValue(dialog().getByLabelText('Confirm new password'), again)
    await submit()
  }
  await change(account.password, 'short', 'shirt')
  expect(dialog().getByLabelText('Confirm new password')).toHaveAccessibleDescription('The passwords don’t match.')
  await change(account.password, 'short')
  const chosen = dialog().getByLabelText('New password')
  const weak = 'Password should be at least 10 characters'
  await waitFor(() => expect(chosen).toHaveAccessibleDescription(expect.stringContaining(weak)))
  setFieldValue(dialog().getByLabelText('Confirm new password'), 'shirts')
  expect(chosen, 'the server said it of this one').toHaveAttribute('aria-invalid', 'true')
  setFieldValue(chosen, '')
  await waitFor(() => expect(chosen).toHaveAccessibleDescription(expect.stringContaining('Please fill in')))
  setFieldValue(chosen, 'shorts')
  await waitFor(() => expect(chosen).not.toHaveAttribute('aria-invalid'))
  expect(dialog().getByLabelText('Current password')).toHaveValue(account.password)

  await change('not-my-password', fresh)
  const present = dialog().getByLabelText('Current password')
  await waitFor(() => expect(present).toHaveAccessibleDescription('That isn’t your current password.'))
  expect(present).toHaveFocus()
  expect(dialog().getByLabelText('New password')).toHaveValue(fresh)
  await signIn(server(), account)

  // The change survives its lost response.
  dropResponses(/auth\/v1\/user$/)
  await change(account.password, fresh)
  expect(await dialog().findByRole('alert')).toHaveTextContent('Couldn’t reach the server.')
  reconnect()
  await submit()
  expect(await screen.findByText('Password changed')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await countSessions(account.id)).toBe(1)
  await expect(signIn(server(), account)).rejects.toThrow('invalid_credentials')
  await signIn(server(), { ...account, password: fresh })
  expect(button(account.email)).toBeVisible()
})
