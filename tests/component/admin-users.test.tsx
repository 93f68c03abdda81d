import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cutOff, holdBack } from '../support/admin-network'
import { forgetBrowser, makeAccount, renderSignedIn, server } from '../support/admin-users'
import { callAs, signIn } from '../support/backend-users'
import { sql } from '../support/backstage'
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
}
const panel = () => within(screen.getByRole('region', { name: 'Selected user' }))
const confirm = (name: string) => within(screen.getByRole('alertdialog')).getByRole('button', { name })
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
    const member = await makeAccount('member', { admin: false })
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Lookup' }))
    expect((await screen.findAllByText('Please enter an email address')).length).toBeGreaterThan(0)
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
