import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cutOff, holdBack, loseAnswers } from '../support/admin-network'
import { forgetBrowser, makeAccount, renderSignedIn, server, sessionsOf } from '../support/admin-users'
import { callAs, signIn } from '../support/backend-users'
import { forgetCalls, mailsTo, sql, uniqueEmail } from '../support/backstage'
import { expectConsole } from '../support/dom'
import { clickTwiceAtOnce, renderSite } from '../support/render-site'

afterEach(forgetBrowser)

const open = async () => {
  const account = await makeAccount()
  const rendered = await renderSignedIn(account, '/admin/user-manager')
  await screen.findByRole('table')
  return { ...rendered, account }
}
type User = Awaited<ReturnType<typeof open>>['user']
const field = () => screen.getByRole('textbox', { name: 'Email' })
const lookUp = async (user: User, email: string) => {
  await user.clear(field())
  await user.type(field(), `${email}{Enter}`)
  await screen.findByRole('button', { name: 'Lookup' })
}
const panel = () => within(screen.getByRole('region', { name: 'Selected user' }))
const confirm = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })
const dialog = () => within(screen.getByRole('dialog'))
const invite = async (user: User, email: string, { admin = false } = {}) => {
  await user.click(screen.getByRole('button', { name: 'Add user' }))
  await user.type(dialog().getByRole('textbox', { name: 'Email' }), email)
  if (admin) await user.click(dialog().getByRole('checkbox', { name: /^Administrator/ }))
  await user.click(dialog().getByRole('button', { name: 'Send invitation' }))
}
const idOf = async (email: string) =>
  (await sql<{ id: string }>('select id from auth.users where email = $1', [email]))[0]?.id
const roleOf = async (id: string) =>
  (
    await sql<{ role: string | null }>(`select raw_user_meta_data ->> 'role' as role from auth.users where id = $1`, [
      id,
    ])
  )[0]?.role

describe('the user manager', () => {
  it('denies anyone who is not signed in, says so, and goes to the login screen', async () => {
    const { router } = await renderSite('/admin/user-manager')
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect(screen.getByText('Only administrators can access the user management system.')).toBeVisible()
    expect(await screen.findByText("You don't have permission to access this page")).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to admin login' })).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/admin/login'))
    await screen.findByRole('heading', { name: 'Admin Portal Login' })
  })

  it('says that it cannot ask when the server cannot be reached, and asks again', async () => {
    cutOff(/rpc\/is_admin/)
    const account = await makeAccount()
    const { user } = await renderSignedIn(account, '/admin/user-manager')
    expect(await screen.findByText('Error loading users')).toBeVisible()
    vi.restoreAllMocks()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: account.email })).toBeVisible()
  })

  it('shows the notice, the badge, and every user with role and dates', async () => {
    const { account } = await open()
    const member = await makeAccount('member', { admin: false })
    expect(screen.getByText('Security notice.')).toBeVisible()
    expect(screen.getByText('Logged in as Admin')).toBeVisible()
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      'Email',
      'Role',
      'Created At',
      'Last Sign In',
    ])
    const mine = screen.getByRole('row', { name: new RegExp(account.email) })
    expect(within(mine).getByText('Admin')).toBeVisible()
    expect(mine).toHaveClass('bg-green/10')
    expect(screen.queryByText(member.email)).toBeNull()
    expect(screen.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
    expect(screen.getByRole('link', { name: 'Back to Admin Dashboard' })).toHaveAttribute('href', '/admin/dashboard')
  })

  it('tells who is invited, active or banned', async () => {
    await forgetCalls('auth-admin-invite')
    const { user, account } = await open()
    const email = uniqueEmail('newcomer')
    await invite(user, email)
    await screen.findByText(`Invitation sent to ${email}`)
    expect(screen.getByRole('row', { name: new RegExp(email) })).toHaveTextContent(/UserInvited.*Never/)
    expect(screen.getByRole('row', { name: new RegExp(account.email) })).toHaveTextContent('AdminActive')
    await sql('update auth.users set email_confirmed_at = now(), last_sign_in_at = now() where email = $1', [email])
    await user.click(screen.getByRole('button', { name: email }))
    await user.click(panel().getByRole('button', { name: 'Set as Admin' }))
    await user.click(confirm('Set as Admin'))
    await waitFor(() => expect(screen.getByRole('row', { name: new RegExp(email) })).toHaveTextContent('AdminActive'))
  })

  it('marks who is banned, so that a role without effect does not look like one with it', async () => {
    // The last administrator cannot be banned.
    await makeAccount('other')
    const shutOut = await makeAccount('shut-out')
    await sql(`update auth.users set banned_until = now() + interval '1 day' where email = $1`, [shutOut.email])
    const { account } = await open()
    expect(screen.getByRole('row', { name: new RegExp(shutOut.email) })).toHaveTextContent('Banned')
    expect(screen.getByRole('row', { name: new RegExp(account.email) })).not.toHaveTextContent('Banned')
  })

  it('lists all pages of users, and says Never for who never signed in', async () => {
    await sql(
      `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, is_sso_user, is_anonymous, created_at, updated_at)
       select gen_random_uuid(), 'authenticated', 'authenticated', 'crowd-' || n || '@example.com', '{}', '{}', false, false,
         now() - interval '1 year', now() from generate_series(1, 120) n`,
    )
    try {
      await open()
      const row = (await screen.findByText('crowd-1@example.com')).closest('tr') as HTMLElement
      expect(row).toHaveTextContent('Never')
      expect(within(row).getByText('User')).toBeVisible()
      expect(screen.getAllByText(/^crowd-/)).toHaveLength(120)
    } finally {
      await sql(`delete from auth.users where email like 'crowd-%'`)
    }
  })

  it('looks up exactly one e-mail address, and says what it found', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Lookup' }))
    expect((await screen.findAllByText('Please enter an email address')).length).toBeGreaterThan(0)
    // By somebody else, after the list was loaded.
    const member = await makeAccount('member', { admin: false })
    await lookUp(user, ` ${member.email.toUpperCase()} `)
    expect(await screen.findByText('User found')).toBeVisible()
    expect(panel().getByText('Not Admin')).toBeVisible()
    expect(panel().getByRole('button', { name: 'Set as Admin' })).toBeVisible()
    await lookUp(user, member.email.slice(1))
    expect((await screen.findAllByText('User not found')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('region', { name: 'Selected user' })).toBeNull()
  })

  it('gives and takes the role after a question, once, and it counts at once', async () => {
    expectConsole('error')
    const member = await makeAccount('member', { admin: false })
    const token = await signIn(server(), member)
    const isAdmin = async () =>
      (await callAs(server(), token, '/rest/v1/rpc/is_admin', { method: 'POST', body: {} })).body
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: member.email }))
    await user.click(panel().getByRole('button', { name: 'Set as Admin' }))
    const held = holdBack(/auth-admin\/admin\/users\//)
    clickTwiceAtOnce(confirm('Set as Admin'))
    expect(await screen.findByRole('button', { name: 'Saving...' })).toBeDisabled()
    held.release()
    expect(await screen.findByText(`${member.email} is now an admin`)).toBeVisible()
    expect(panel().getByText('Admin')).toBeVisible()
    expect(held.count()).toBe(1)
    expect(await roleOf(member.id)).toBe('admin')
    expect(await isAdmin()).toBe(true)

    await user.click(panel().getByRole('button', { name: 'Remove Admin Role' }))
    await user.click(confirm('Cancel'))
    expect(await isAdmin()).toBe(true)
    await user.click(panel().getByRole('button', { name: 'Remove Admin Role' }))
    await user.click(confirm('Remove Admin Role'))
    expect(await screen.findByText(`${member.email} is no longer an admin`)).toBeVisible()
    expect(await isAdmin()).toBe(false)
  })

  it('warns before giving up the own role, and then shows the way out', async () => {
    expectConsole('error')
    await makeAccount()
    const { user, account } = await open()
    await lookUp(user, account.email)
    await user.click(panel().getByRole('button', { name: 'Remove Admin Role' }))
    expect(screen.getByText(/This is your own account. You will lose access to the dashboard at once/)).toBeVisible()
    await user.click(confirm('Remove Admin Role'))
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect(await roleOf(account.id)).toBeNull()
  })

  it('tells somebody who was demoted meanwhile, and changes nothing', async () => {
    expectConsole('error')
    await makeAccount()
    const member = await makeAccount('member', { admin: false })
    const { user, account } = await open()
    await lookUp(user, member.email)
    await sql(`update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`, [account.id])
    await user.click(panel().getByRole('button', { name: 'Set as Admin' }))
    await user.click(confirm('Set as Admin'))
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect(await roleOf(member.id)).toBeNull()
  })

  it('explains a list that cannot be loaded, and a lookup in it', async () => {
    cutOff(/auth-admin/)
    const account = await makeAccount()
    const { user } = await renderSignedIn(account, '/admin/user-manager')
    expect(await screen.findByText('Loading users...')).toBeVisible()
    expect(await screen.findByText('Error loading users')).toBeVisible()
    await lookUp(user, account.email)
    expect((await screen.findAllByText('Error looking up user')).length).toBeGreaterThan(0)
    vi.restoreAllMocks()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: account.email })).toBeVisible()
  })
})

describe('adding a user', () => {
  beforeEach(() => forgetCalls('auth-admin-invite'))

  it('sends an invitation, without the role unless it is ticked, once', async () => {
    const { user } = await open()
    const [plain, admin] = [uniqueEmail('plain'), uniqueEmail('deputy')]
    await invite(user, plain)
    expect(await screen.findByText(`Invitation sent to ${plain}`)).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: 'Add user' })).toHaveFocus()
    expect((await mailsTo(plain))[0]?.html).toContain('Choose a password')
    expect(await roleOf((await idOf(plain)) ?? '')).toBeNull()

    const held = holdBack(/auth-admin\/invite/)
    await user.click(screen.getByRole('button', { name: 'Add user' }))
    await user.type(dialog().getByRole('textbox', { name: 'Email' }), admin)
    await user.click(dialog().getByRole('checkbox', { name: /^Administrator/ }))
    clickTwiceAtOnce(dialog().getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByRole('button', { name: 'Sending...' })).toBeDisabled()
    held.release()
    expect(await screen.findByText(`Invitation sent to ${admin}`)).toBeVisible()
    expect(held.count()).toBe(1)
    expect(await roleOf((await idOf(admin)) ?? '')).toBe('admin')
  })

  it('keeps what was typed when the address has an account, and says what to do', async () => {
    expectConsole('error')
    const member = await makeAccount('member', { admin: false })
    const { user } = await open()
    await invite(user, member.email)
    expect(await dialog().findByRole('alert')).toHaveTextContent(
      'User already exists. Try resetting the password instead.',
    )
    expect(dialog().getByRole('alert')).toHaveFocus()
    expect(dialog().getByRole('textbox', { name: 'Email' })).toHaveValue(member.email)
    expect(await roleOf(member.id)).toBeNull()
  })

  it('asks for an e-mail address that is one', async () => {
    const { user } = await open()
    await invite(user, 'nobody')
    expect(dialog().getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription(
      'Please enter a valid e-mail address, such as name@example.com.',
    )
  })

  it('sends it again, keeps the role, and says when it was too often', async () => {
    expectConsole('error')
    const { user } = await open()
    const email = uniqueEmail('forgetful')
    await invite(user, email, { admin: true })
    await user.click(await screen.findByRole('button', { name: email }))
    for (const count of [2, 3]) {
      await user.click(panel().getByRole('button', { name: 'Send again' }))
      await waitFor(async () => expect(await mailsTo(email)).toHaveLength(count))
      await panel().findByRole('button', { name: 'Send again' })
    }
    expect(await roleOf((await idOf(email)) ?? '')).toBe('admin')
    await user.click(panel().getByRole('button', { name: 'Send again' }))
    expect(await panel().findByRole('alert')).toHaveTextContent(/No invitation was sent: at most 20 leave in an hour/)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it('offers nobody who has come to be invited again', async () => {
    const member = await makeAccount('member', { admin: false })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: member.email }))
    expect(panel().getByText('Active')).toBeVisible()
    expect(panel().queryByRole('button', { name: 'Send again' })).toBeNull()
  })
})

describe('deleting a user', () => {
  it('asks first, then removes them and their session', async () => {
    const member = await makeAccount('member', { admin: false })
    await signIn(server(), member)
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: member.email }))
    await user.click(panel().getByRole('button', { name: 'Delete user' }))
    await user.click(confirm('Cancel'))
    expect(await idOf(member.email)).toBe(member.id)
    await user.click(panel().getByRole('button', { name: 'Delete user' }))
    await user.click(confirm('Delete user'))
    expect(await screen.findByText(`${member.email} has been deleted`)).toBeVisible()
    expect(screen.queryByRole('button', { name: member.email })).toBeNull()
    expect(screen.queryByRole('region', { name: 'Selected user' })).toBeNull()
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Users' })).toHaveFocus())
    expect(await idOf(member.email)).toBeUndefined()
    expect(await sessionsOf(member.id)).toBe(0)
  })

  it('shows the way out to somebody who deleted themselves', async () => {
    expectConsole('error')
    await makeAccount()
    const { user, account } = await open()
    await lookUp(user, account.email)
    await user.click(panel().getByRole('button', { name: 'Delete user' }))
    await user.click(confirm('Delete user'))
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
    expect(await idOf(account.email)).toBeUndefined()
  })
})

describe('changing the own password', () => {
  const openForm = async () => {
    const site = await open()
    await site.user.click(screen.getByRole('button', { name: 'Change password' }))
    const fill = async (present: string, fresh: string, again = fresh) => {
      for (const [label, text] of [
        ['Current password', present],
        ['New password', fresh],
        ['Confirm new password', again],
      ] as const) {
        await site.user.clear(dialog().getByLabelText(label))
        await site.user.type(dialog().getByLabelText(label), text)
      }
      await site.user.click(dialog().getByRole('button', { name: 'Change password' }))
    }
    return { ...site, fill }
  }

  it('replaces it, stays here, and logs the other devices out', async () => {
    expectConsole('error')
    const { account, fill } = await openForm()
    const elsewhere = await signIn(server(), account)
    await fill(account.password, 'three clay pipes')
    expect(await screen.findByText('Password changed')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await callAs(server(), elsewhere, '/auth/v1/user')).toMatchObject({ status: 403 })
    expect(await sessionsOf(account.id)).toBe(1)
    await expect(signIn(server(), account)).rejects.toThrow('invalid_credentials')
    await signIn(server(), { ...account, password: 'three clay pipes' })
    expect(screen.getByRole('button', { name: account.email })).toBeVisible()
  })

  it('is done when it is tried again after the answer was lost', async () => {
    expectConsole('error')
    const { user, account, fill } = await openForm()
    loseAnswers(/auth\/v1\/user$/)
    await fill(account.password, 'three clay pipes')
    expect(await dialog().findByRole('alert')).toHaveTextContent('The server could not be reached.')
    vi.mocked(globalThis.fetch).mockRestore()
    await user.click(dialog().getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('Password changed')).toBeVisible()
    await signIn(server(), { ...account, password: 'three clay pipes' })
  })

  it('says at the field that the present password is wrong, and changes nothing', async () => {
    expectConsole('error')
    const { account, fill } = await openForm()
    await fill('not-my-password', 'three clay pipes')
    await waitFor(() =>
      expect(dialog().getByLabelText('Current password')).toHaveAccessibleDescription(
        'This is not your current password.',
      ),
    )
    expect(dialog().getByLabelText('Current password')).toHaveFocus()
    expect(dialog().getByLabelText('New password')).toHaveValue('three clay pipes')
    await signIn(server(), account)
  })

  it('names the reasons of a weak one, and wants it twice', async () => {
    expectConsole('error')
    const { account, fill } = await openForm()
    await fill(account.password, 'short', 'shirt')
    expect(dialog().getByLabelText('Confirm new password')).toHaveAccessibleDescription(
      'The two passwords are not the same.',
    )
    await fill(account.password, 'short')
    expect(await dialog().findByRole('alert')).toHaveTextContent('Password should be at least 10 characters')
    expect(dialog().getByLabelText('Current password')).toHaveValue(account.password)
    await signIn(server(), account)
  })
})
