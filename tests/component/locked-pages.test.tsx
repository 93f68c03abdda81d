import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { ACCESS_CODE } from '@/domain/access-code'
import { maintenanceAuth } from '@/storage/keys'
import { renderSite } from '../support/render-site'

beforeEach(() => {
  sessionStorage.clear()
  maintenanceAuth.remove()
})

const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const password = () => screen.getByLabelText('Password')
const write = (code: string) => fireEvent.change(password(), { target: { value: code } })

describe('the maintenance page', () => {
  const KEY = 'maintenance-auth'
  const isLocked = () => {
    expect(password()).toHaveAttribute('type', 'password')
    expect(screen.queryByText('Website Online')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear Cache' })).toBeNull()
  }

  it('the maintenance page requires the password, then shows a panel with inactive buttons', async () => {
    const { user } = await renderSite('/maintenance')
    let last: HTMLElement | null = null
    for (const code of ['0000', '', ` ${ACCESS_CODE}`]) {
      isLocked()
      write(code)
      act(() => password().focus())
      await user.keyboard('{Enter}')
      const alert = screen.getByRole('alert')
      expect(alert).toHaveTextContent('Invalid password')
      expect(alert, 'a new one, which is read out again').not.toBe(last)
      last = alert
      expect(password()).toHaveValue('')
      expect(password()).toHaveFocus()
      expect(password()).toHaveAccessibleDescription('Invalid password')
      expect(sessionStorage.getItem(KEY)).toBeNull()
    }
    await user.click(screen.getByRole('button', { name: 'Unlock' }))
    expect(password()).toHaveFocus()
    expect(screen.queryByRole('alert'), 'the focus reads it').toBeNull()

    await user.type(password(), `${ACCESS_CODE}{Enter}`)
    expect(await screen.findByText('Access granted')).toBeInTheDocument()
    expect(sessionStorage.getItem(KEY)).toBe('true')
    expect(screen.getByRole('heading', { name: 'Status' })).toHaveFocus()
    for (const line of ['Website Online', 'Database Connected', 'API Operational', 'Storage 68% Free'])
      expect(screen.getByText(line)).toBeVisible()
    const fetched = vi.spyOn(window, 'fetch')
    const before = screen.getByRole('main').innerHTML
    for (const name of ['Clear Cache', 'Run Diagnostics', 'Update Content', 'System Backup']) {
      const button = screen.getByRole('button', { name })
      expect(button).toHaveAccessibleDescription(/the buttons do nothing/)
      await user.click(button)
    }
    expect(screen.getByRole('main').innerHTML).toBe(before)
    expect(fetched).not.toHaveBeenCalled()

    // Imitates a reload.
    cleanup()
    await renderSite('/maintenance')
    expect(screen.getByText('Website Online')).toBeVisible()
    expect(document.body).toHaveFocus()
  })
})

describe('a site under construction', () => {
  const KEY = 'site-access-auth'
  beforeEach(() => void vi.stubEnv('VITE_UNDER_CONSTRUCTION', 'on'))

  it.each(['/', '/project/mayfair-basement', '/no-such-page'])(
    "shows 'Work in Progress' with contact details instead of %s",
    async (path) => {
      await renderSite(path)
      expect(heading()).toBe('Work in Progress')
      expect(screen.getByText(/under construction.*check back soon/)).toBeVisible()
      await waitFor(() => expect(document.title).toBe(`${site.name} | Work in Progress`))
      expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toMatch(/is under construction/)
      expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
      expect(screen.queryByRole('navigation')).toBeNull()
      expect(screen.getByRole('link', { name: site.phone.display })).toHaveAttribute('href', site.phone.href)
      expect(screen.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`)
    },
  )

  it('the maintenance page and privacy policy stay open while the site is under construction', async () => {
    localStorage.clear()
    const { router, user } = await renderSite('/')
    const banner = within(await screen.findByRole('region', { name: 'Cookie Consent' }))
    await user.click(banner.getByRole('link', { name: 'Privacy Policy' }))
    expect(await screen.findByRole('heading', { name: /Cookies$/ })).toBeVisible()
    expect(heading()).toBe('Privacy Policy')
    await act(() => router.navigate('/maintenance/'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
  })

  it('the owner enters the site password, and the requested page opens for the session', async () => {
    const { user } = await renderSite('/testimonials')
    await user.click(screen.getByText('Site access'))
    await user.type(password(), '9999{Enter}')
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid password')
    expect(heading()).toBe('Work in Progress')
    expect(sessionStorage.getItem(KEY)).toBeNull()
    write(ACCESS_CODE)
    await user.click(screen.getByRole('button', { name: 'Enter' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
    expect(await screen.findByText('Access granted')).toBeInTheDocument()
    expect(sessionStorage.getItem(KEY)).toBe('true')
    await waitFor(() => expect(document.title).toBe(`Testimonials | ${site.name}`))

    // Imitates a reload.
    cleanup()
    await renderSite('/projects')
    expect(heading()).toBe('Our Projects')
    expect(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'All projects' })).toBeVisible()
  })
})
