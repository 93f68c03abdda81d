import { readFileSync } from 'node:fs'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { site } from '@/content/site'
import { delayResponses, mockOffline } from '../support/admin-network'
import { countSessions, forgetBrowser, makeAccount, server } from '../support/admin-users'
import { signIn } from '../support/backend-users'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'
import { fillInLogin, openAs, setFieldValue, shortenTimers } from './admin-support'

afterEach(forgetBrowser)

const menu = () => screen.getByRole('navigation', { name: 'Admin' })
const enter = async (place = '/admin/dashboard') => {
  const account = await makeAccount()
  const site = await openAs(account, place)
  await screen.findByRole('button', { name: `Account: ${account.email}` })
  await screen.findByText('Active Projects')
  return { ...site, account }
}

describe('dashboard access', () => {
  it('redirects a signed-out visitor to the login screen, keeping the page to return to', async () => {
    const { router } = await renderSite('/admin/dashboard?section=theme')
    await screen.findByRole('heading', { name: 'Admin Portal Login' })
    expect((await screen.findAllByText('Please log in to access the admin dashboard')).length).toBeGreaterThan(0)
    expect(router.state.location).toMatchObject({
      pathname: '/admin/login',
      search: '',
      state: { from: '/admin/dashboard?section=theme' },
    })
  })

  it('redirects to login when the adminAuth flag is anything other than "true"', async () => {
    for (const value of ['false', 'TRUE', '{"role":"admin"}']) {
      window.localStorage.setItem('adminAuth', value)
      await renderSite('/admin/dashboard')
      expect(await screen.findByRole('heading', { name: 'Admin Portal Login' })).toBeVisible()
      cleanup()
    }
  })

  it('shows no data to a visitor with only the adminAuth flag, until they sign in', async () => {
    const account = await makeAccount()
    window.localStorage.setItem('adminAuth', 'true')
    const { user } = await renderSite('/admin/dashboard?tab=enquiries')
    expect(await screen.findByText(/You’re not signed in, or your session has ended/)).toBeVisible()
    expect(await screen.findByText('Sign in as an administrator to see the enquiries.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    const dialog = within(screen.getByRole('dialog'))
    setFieldValue(dialog.getByRole('textbox', { name: 'Email' }), account.email)
    await user.type(dialog.getByLabelText('Password'), `${account.password}{Enter}`)
    expect(await screen.findByRole('search')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Loading enquiries...')).toBeNull())
    expect(screen.queryByText(/You’re not signed in/)).toBeNull()
  })
})

describe('the dashboard shell', () => {
  it('each section of the dashboard has its own URL, heading and current menu item', async () => {
    const { user, router } = await enter()
    const header = within(screen.getByRole('banner'))
    expect(header.getByRole('img', { name: `${site.name} logo` })).toBeVisible()
    for (const text of [site.name, 'Admin Dashboard']) expect(header.getByText(text)).toBeInTheDocument()
    const labels = [...menu().querySelectorAll('li')].map((item) => item.textContent?.match(/^[A-Za-z]+/)?.[0])
    expect(labels).toEqual(['Overview', 'Media', 'Reviews', 'Email', 'Theme', 'Logout'])
    for (const [label, title, key] of [
      ['Media', 'Media Management', 'media'],
      ['Email', 'Email Settings', 'email'],
      ['Theme', 'Theme Editor', 'theme'],
      ['Reviews', 'Reviews Management', 'reviews'],
    ] as const) {
      await user.click(within(menu()).getByRole('link', { name: new RegExp(`^${label}`) }))
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
      expect(within(menu()).getByRole('link', { current: 'page' })).toHaveTextContent(label)
      expect(router.state.location.search).toBe(`?section=${key}`)
    }
    await act(() => router.navigate(-1))
    expect(await screen.findByRole('heading', { level: 1, name: 'Theme Editor' })).toBeVisible()
    // An unknown section opens the overview, without repeating an injected sentence.
    for (const [section, title] of [
      ['nonsense', 'Nonsense'],
      ['call%2020%20now', 'Overview'],
    ] as const) {
      await act(() => router.navigate(`/admin/dashboard?section=${section}`))
      await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title))
      await screen.findByText('Active Projects')
    }
  })
})

describe('logging out', () => {
  it('a logout response after the five-second timeout does not end the new session', async () => {
    expectConsole('error')
    const { user, account } = await enter()
    shortenTimers((ms) => ms === 5_000, 100)
    const held = delayResponses(/logout/)
    await user.click(within(menu()).getByRole('button', { name: 'Logout' }))
    expect(await screen.findByText(/You’re logged out in this browser\..*other devices/)).toBeVisible()
    await fillInLogin(account)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByText('Active Projects')
    held.release()
    await held.answered()
    expect(await countSessions(account.id)).toBe(2)
    expect(Object.keys(window.localStorage)).toContainEqual(expect.stringMatching(/^sb-/))
  })

  it('only "Log out" works in the account menu, and it ends every session', async () => {
    expectConsole('error')
    const { user, router, account } = await enter()
    await signIn(server(), account)
    await user.click(screen.getByRole('button', { name: `Account: ${account.email}` }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(['My Account', 'Profile', 'Settings', 'Log out'])
    for (const item of items.slice(0, 3)) {
      expect(item).toHaveAttribute('aria-disabled', 'true')
      await user.click(item)
      expect(screen.getByRole('menu')).toBeVisible()
    }
    await user.keyboard('{End}{Enter}')
    expect(await screen.findByText('Logged out successfully')).toBeVisible()
    expect(router.state.location).toMatchObject({ pathname: '/admin/login', search: '' })
    expect(screen.queryByText('Please log in to access the admin dashboard')).toBeNull()
    expect(window.localStorage.getItem('adminAuth')).toBeNull()
    expect(await countSessions(account.id)).toBe(0)
  })

  it('logs out of this browser while offline, and warns about sessions on other devices', async () => {
    const { user, router } = await enter()
    mockOffline()
    await user.click(within(menu()).getByRole('button', { name: 'Logout' }))
    expect(await screen.findByText(/You’re logged out in this browser\..*other devices/)).toBeVisible()
    expect(router.state.location.pathname).toBe('/admin/login')
    expect(Object.keys(window.localStorage).filter((key) => key.startsWith('sb-') || key === 'adminAuth')).toEqual([])
  })
})

describe('the theme editor', () => {
  beforeEach(() => localStorage.setItem('adminAuth', 'true'))

  const openTheme = async () => {
    const site = await renderSite('/admin/dashboard?section=theme')
    const tree = within(await screen.findByRole('navigation', { name: 'Project files' }))
    const item = (name: string) =>
      tree.getByRole('button', { name: (label) => label.replace(' (can be opened)', '') === name })
    const folder = (name: string) => tree.getByText(name).closest('details')
    return { ...site, tree, item, folder }
  }

  const SAMPLE = 'src/pages/not-found.tsx'
  const editor = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Edit ${SAMPLE}` })

  const edit = async ({ user }: Awaited<ReturnType<typeof openTheme>>) => {
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    await user.type(await editor(), 'X', { initialSelectionStart: 0, initialSelectionEnd: 0 })
  }

  it("the theme editor shows the project's files and only simulates saving", async () => {
    const theme = await openTheme()
    const { user, item, folder } = theme
    for (const name of ['src/components', 'src/pages']) expect(folder(name)).toHaveAttribute('open')
    for (const name of ['picture.tsx', 'projects.tsx']) expect(item(name)).toBeVisible()
    expect(folder('ui')).not.toHaveAttribute('open')
    item('not-found.tsx').focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('heading', { name: SAMPLE })).toBeVisible()
    expect(item('not-found.tsx')).toHaveAttribute('aria-current', 'true')
    expect(item('projects.tsx')).not.toHaveAttribute('aria-current')
    const isUnchanged = async () => {
      const content = await screen.findByRole('region', { name: `Content of ${SAMPLE}` })
      expect(content.textContent?.trimEnd()).toBe(readFileSync(SAMPLE, 'utf8').trimEnd())
    }
    await isUnchanged()

    await edit(theme)
    expect(screen.getByText(/Saving here is only a demo/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText(`File saved: ${SAMPLE}`)).toBeVisible()
    await isUnchanged()
    await edit(theme)
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await isUnchanged()

    // Without typed text, nothing is lost.
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    await user.click(item('projects.tsx'))
    expect(await screen.findByText('File content not available')).toBeVisible()
  })

  it('the theme editor asks before leaving a file, section or page with unsaved changes', async () => {
    const theme = await openTheme()
    const { user, router, item } = theme
    await user.click(item('not-found.tsx'))
    await edit(theme)
    const isKept = async () => expect((await editor()).value).toMatch(/^Ximport/)
    await user.click(item('projects.tsx'))
    const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
    await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
    await isKept()
    await user.click(screen.getByRole('link', { name: 'Media' }))
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(router.state.location.search).toBe('?section=theme')
    await isKept()
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)

    await user.click(item('projects.tsx'))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    expect(await screen.findByText('File content not available')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
    await user.click(item('not-found.tsx'))
    await edit(theme)
    await user.click(screen.getByRole('link', { name: 'Media' }))
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await waitFor(() => expect(router.state.location.search).toBe('?section=media'))
  })
})
