import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cookieConsent } from '@/storage/keys'
import { renderSite } from '../support/render-site'

const KEY = 'cookieConsent'

beforeEach(() => {
  localStorage.clear()
  cookieConsent.remove()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})

const banner = () => screen.queryByRole('region', { name: 'Cookie Consent' })
const press = async (user: { click: (element: Element) => Promise<void> }, name: string) =>
  user.click(within(await screen.findByRole('region', { name: 'Cookie Consent' })).getByRole('button', { name }))
const inOtherTab = (value: string | null) =>
  act(() => {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  })

describe('the cookie banner', () => {
  it.each(['/', '/testimonials', '/maintenance', '/no-such-page', '/admin/login'])('asks on %s', async (path) => {
    await renderSite(path)
    const region = within(await screen.findByRole('region', { name: 'Cookie Consent' }))
    expect(region.getByRole('heading', { name: 'Cookie Consent' })).toBeVisible()
    expect(region.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
  })

  it('gives both answers the same look, and takes no focus', async () => {
    await renderSite('/')
    const accept = screen.getByRole('button', { name: 'Accept All' })
    expect(accept.className).toBe(screen.getByRole('button', { name: 'Reject All' }).className)
    expect(document.body).toHaveFocus()
  })

  it.each(['accepted', 'rejected'])('does not ask again once %s is stored', async (choice) => {
    localStorage.setItem(KEY, choice)
    await renderSite('/')
    expect(banner()).toBeNull()
  })

  it.each([
    ['Accept All', 'accepted'],
    ['Reject All', 'rejected'],
  ])('stores what %s means, and goes', async (name, stored) => {
    const { user } = await renderSite('/')
    await press(user, name)
    expect(localStorage.getItem(KEY)).toBe(stored)
    expect(banner()).toBeNull()
  })

  it('goes without storing anything when it is closed, and stays away on the next page', async () => {
    const { user } = await renderSite('/')
    await press(user, 'Close cookie banner')
    expect(banner()).toBeNull()
    expect(localStorage.getItem(KEY)).toBeNull()
    await user.click(
      within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Testimonials' }),
    )
    await screen.findByRole('heading', { level: 1, name: 'Testimonials' })
    expect(banner()).toBeNull()
  })

  it('comes back from the footer, says what was chosen, takes the focus and gives it back', async () => {
    localStorage.setItem(KEY, 'rejected')
    const { user } = await renderSite('/testimonials')
    const opener = screen.getByRole('button', { name: 'Cookie settings' })
    await user.click(opener)
    expect(screen.getByText(/So far you have rejected them\./)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Cookie Consent' })).toHaveFocus()
    await press(user, 'Accept All')
    expect(localStorage.getItem(KEY)).toBe('accepted')
    expect(opener).toHaveFocus()
  })

  it('sets a value it does not know aside, and asks', async () => {
    localStorage.setItem(KEY, '{"all":true}')
    const { user } = await renderSite('/')
    await press(user, 'Reject All')
    expect(localStorage.getItem(KEY)).toBe('rejected')
    expect(localStorage.getItem(`${KEY}.corrupt`)).toBe('{"all":true}')
    expect(banner()).toBeNull()
  })

  it('holds the choice for the page view where the browser stores nothing', async () => {
    vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    const { user } = await renderSite('/')
    await press(user, 'Reject All')
    expect(banner()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
    expect(screen.getByText(/So far you have rejected them\./)).toBeVisible()
  })

  it('takes a consent back even when the storage is full', async () => {
    localStorage.setItem(KEY, 'accepted')
    const { user } = await renderSite('/')
    const storage = localStorage
    vi.spyOn(window, 'localStorage', 'get').mockReturnValue({
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    } as unknown as Storage)
    await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
    await press(user, 'Reject All')
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(banner()).toBeNull()
  })

  it('agrees with what is chosen in another tab', async () => {
    await renderSite('/')
    expect(banner()).not.toBeNull()
    inOtherTab('accepted')
    expect(banner()).toBeNull()
    inOtherTab(null)
    expect(banner()).not.toBeNull()
  })
})
