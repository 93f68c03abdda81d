import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openOrigin } from '../support/dom'
import { renderSite } from '../support/render-site'

const KEY = 'cookieConsent'
const ID = 'G-TEST12345'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'info').mockImplementation(() => {})
  // The scripts of the page are looked at here, never run.
  window.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
})
afterEach(() => {
  for (const script of document.querySelectorAll('script[src*=gtag]')) script.remove()
  Reflect.deleteProperty(window, 'dataLayer')
})

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API.
  document.cookie = `${cookie}; path=/`
}
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

describe('page views', () => {
  const script = () => document.querySelector<HTMLScriptElement>('script[src*=gtag]')
  const commands = () =>
    ((Reflect.get(window, 'dataLayer') as IArguments[] | undefined) ?? []).map((entry) => Array.from(entry))
  const views = () =>
    commands()
      .filter(([command, name]) => command === 'event' && name === 'page_view')
      .map(([, , page]) => page)
  const disabled = () => Reflect.get(window, `ga-disable-${ID}`)

  const visit = async (path = '/testimonials', origin = 'https://www.stratumgroundworks.example') => {
    vi.stubEnv('VITE_ANALYTICS_ID', ID)
    openOrigin(origin)
    return renderSite(path)
  }

  it('are counted after consent only, page by page, by title and path alone', async () => {
    const { user, router } = await visit('/testimonials?email=zoe@example.com#submit')
    expect(script()).toBeNull()
    await press(user, 'Accept All')
    expect(script()?.src).toBe(`https://www.googletagmanager.com/gtag/js?id=${ID}`)
    await act(() => router.navigate('/privacy-policy'))
    await act(() => router.navigate('/privacy-policy?photo=2#top'))
    await waitFor(() => expect(views()).toHaveLength(2))
    expect(views()).toEqual([
      expect.objectContaining({ page_path: '/testimonials', page_title: expect.stringMatching(/^Testimonials/) }),
      expect.objectContaining({
        page_path: '/privacy-policy',
        page_location: 'https://www.stratumgroundworks.example/privacy-policy',
        page_title: expect.stringMatching(/^Privacy Policy/),
      }),
    ])
    expect(JSON.stringify(commands())).not.toContain('zoe@')
    expect(document.querySelectorAll('script[src*=gtag]')).toHaveLength(1)
  })

  it('stop, with their cookies, when consent is withdrawn, and go on when it is given again', async () => {
    localStorage.setItem(KEY, 'accepted')
    const { user, router } = await visit()
    await waitFor(() => expect(views()).toHaveLength(1))
    for (const cookie of ['_ga=GA1.1.1', '_ga_TEST12345=GS1.1', 'other=stays']) setCookie(cookie)
    await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
    await press(user, 'Reject All')
    expect(disabled()).toBe(true)
    expect(document.cookie).toBe('other=stays')
    await act(() => router.navigate('/privacy-policy'))
    expect(views()).toHaveLength(1)
    inOtherTab('accepted')
    expect(disabled()).toBe(false)
    await waitFor(() => expect(views()).toHaveLength(2))
  })

  it('are left to the visitor: an administrator is not counted', async () => {
    localStorage.setItem(KEY, 'accepted')
    await visit('/admin/login')
    expect(script()).toBeNull()
  })

  it.each(['http://localhost:5173', 'http://127.0.0.1:5173'])('are not counted on %s', async (origin) => {
    localStorage.setItem(KEY, 'accepted')
    await visit('/testimonials', origin)
    expect(script()).toBeNull()
  })

  it.each(['doNotTrack', 'globalPrivacyControl'])('are not counted against %s', async (signal) => {
    localStorage.setItem(KEY, 'accepted')
    Object.defineProperty(navigator, signal, { value: signal === 'doNotTrack' ? '1' : true, configurable: true })
    try {
      await visit()
      expect(script()).toBeNull()
    } finally {
      Reflect.deleteProperty(navigator, signal)
    }
  })

  it('are not counted for the placeholder of a site without analytics', async () => {
    localStorage.setItem(KEY, 'accepted')
    vi.stubEnv('VITE_ANALYTICS_ID', '')
    openOrigin('https://www.stratumgroundworks.example')
    await renderSite('/testimonials')
    expect(script()).toBeNull()
  })
})
