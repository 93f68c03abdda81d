import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { cookieConsent } from '@/storage/keys'
import { renderSite } from '../support/render-site'

const KEY = 'cookieConsent'

beforeEach(() => {
  localStorage.clear()
  cookieConsent.remove()
})

const banner = () => screen.queryByRole('region', { name: 'Cookie Consent' })
const openSite = async (path = '/') => {
  const { user } = await renderSite(path)
  return {
    press: async (name: string) =>
      user.click(within(await screen.findByRole('region', { name: 'Cookie Consent' })).getByRole('button', { name })),
    openSettings: () => user.click(screen.getByRole('button', { name: 'Cookie settings' })),
  }
}
const inOtherTab = (value: string | null) =>
  act(() => {
    if (value === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, value)
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }))
  })

describe('the cookie banner', () => {
  it.each(['/', '/maintenance', '/admin/login'])('asks on %s, both answers alike, and is answered', async (path) => {
    const { press } = await openSite(path)
    const region = within(await screen.findByRole('region', { name: 'Cookie Consent' }))
    expect(region.getByRole('heading', { name: 'Cookie Consent' })).not.toHaveFocus()
    expect(region.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
    const [accept, reject] = region.getAllByRole('button')
    expect(accept?.className).toBe(reject?.className)
    await press('Accept All')
    expect(localStorage.getItem(KEY)).toBe('accepted')
    expect(banner()).toBeNull()
  })

  it('goes without storing anything when it is closed, until the footer brings it back with what was chosen', async () => {
    const { press, openSettings } = await openSite()
    await press('Close cookie banner')
    expect(banner()).toBeNull()
    expect(localStorage.getItem(KEY)).toBeNull()
    act(() => screen.getByRole('link', { name: 'All projects' }).click())
    await screen.findByRole('heading', { level: 1, name: 'Our Projects' })
    expect(banner()).toBeNull()
    await openSettings()
    expect(screen.getByRole('heading', { name: 'Cookie Consent' })).toHaveFocus()
    await press('Reject All')
    expect(screen.getByRole('button', { name: 'Cookie settings' })).toHaveFocus()
    await openSettings()
    expect(screen.getByText(/So far you have rejected them\./)).toBeVisible()
  })

  it('agrees with what is chosen in another tab', async () => {
    const { press } = await openSite()
    expect(banner()).not.toBeNull()
    inOtherTab('accepted')
    expect(banner()).toBeNull()
    inOtherTab(null)
    await press('Reject All')
    expect(localStorage.getItem(KEY)).toBe('rejected')
    expect(banner()).toBeNull()
  })
})
