import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ACCESS_CODE } from '@/domain/access-code'
import { maintenanceAuth } from '@/storage/keys'
import { renderSite } from '../support/render-site'

const KEY = 'maintenance-auth'
beforeEach(() => {
  sessionStorage.clear()
  maintenanceAuth.remove()
})

const main = () => within(screen.getByRole('main'))
const password = () => main().getByLabelText('Password')
const unlock = () => main().getByRole('button', { name: 'Unlock' })

describe('the maintenance page, locked', () => {
  it('shows nothing but its gate', async () => {
    await renderSite('/maintenance')
    expect(password()).toHaveAttribute('type', 'password')
    expect(screen.queryByText('Website Online')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Clear Cache' })).toBeNull()
  })

  it.each(['0000', '', ` ${ACCESS_CODE}`])('refuses %j, empties the field and waits in it', async (code) => {
    const { user } = await renderSite('/maintenance')
    if (code) await user.type(password(), code)
    await user.click(unlock())
    expect(screen.getByRole('alert')).toHaveTextContent('Invalid password')
    expect(password()).toHaveValue('')
    expect(password()).toHaveFocus()
    expect(password()).toHaveAccessibleDescription('Invalid password')
    expect(sessionStorage.getItem(KEY)).toBeNull()
  })

  it('says it again after the second wrong try', async () => {
    const { user } = await renderSite('/maintenance')
    await user.type(password(), '1{Enter}')
    const first = screen.getByRole('alert')
    await user.type(password(), '2{Enter}')
    expect(screen.getByRole('alert')).not.toBe(first)
  })
})

describe('the maintenance page, unlocked', () => {
  const open = async () => {
    const site = await renderSite('/maintenance')
    await site.user.type(password(), `${ACCESS_CODE}{Enter}`)
    return site
  }

  it('grants access, remembers it for the session and goes on from the panel', async () => {
    await open()
    expect(await screen.findByText('Access granted')).toBeInTheDocument()
    expect(sessionStorage.getItem(KEY)).toBe('true')
    expect(screen.getByRole('heading', { name: 'Status' })).toHaveFocus()
    for (const line of ['Website Online', 'Database Connected', 'API Operational', 'Storage 68% Free'])
      expect(screen.getByText(line)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Back to Website' })).toHaveAttribute('href', '/')
  })

  it('has four buttons that do nothing, and says so', async () => {
    const { user } = await open()
    const fetched = vi.spyOn(window, 'fetch')
    const before = screen.getByRole('main').innerHTML
    for (const name of ['Clear Cache', 'Run Diagnostics', 'Update Content', 'System Backup']) {
      const button = screen.getByRole('button', { name })
      expect(button).toHaveAccessibleDescription(/not connected to anything/)
      await user.click(button)
    }
    expect(screen.getByRole('main').innerHTML).toBe(before)
    expect(fetched).not.toHaveBeenCalled()
  })

  it('stays open after a reload, without taking the focus', async () => {
    sessionStorage.setItem(KEY, 'true')
    await renderSite('/maintenance')
    expect(screen.getByText('Website Online')).toBeVisible()
    expect(document.body).toHaveFocus()
  })

  it('opens for the page view where the browser stores nothing', async () => {
    vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    await open()
    expect(screen.getByText('Website Online')).toBeVisible()
  })

  it('stays locked for a flag that is not the one it knows', async () => {
    vi.spyOn(console, 'info').mockImplementation(() => {})
    sessionStorage.setItem(KEY, 'yes')
    await renderSite('/maintenance')
    expect(password()).toBeVisible()
  })
})
