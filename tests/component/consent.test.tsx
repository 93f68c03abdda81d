import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { cookieConsent } from '@/storage/keys'
import { openOrigin } from '../support/dom'
import { renderSite, stayAsBuilt } from '../support/render-site'

const KEY = 'cookieConsent'
const ID = 'G-TEST12345'

beforeEach(stayAsBuilt)
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
  it.each(['/maintenance', '/admin/login'])('the cookie banner on %s presents both choices equally', async (path) => {
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

  it('closing the cookie banner stores nothing, and the footer reopens it with the current choice', async () => {
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
    expect(screen.getByText(/Your current choice: rejected\./)).toBeVisible()
  })
})

const setCookie = (cookie: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no Cookie Store API.
  document.cookie = `${cookie}; path=/`
}
describe('page views', () => {
  beforeEach(() => {
    // Scripts must look loaded, but never run.
    window.happyDOM.settings.handleDisabledFileLoadingAsSuccess = true
  })
  afterEach(() => {
    script()?.remove()
    Reflect.deleteProperty(window, 'dataLayer')
  })

  const script = () => document.querySelector<HTMLScriptElement>('script[src*=gtag]')
  const commands = () =>
    ((Reflect.get(window, 'dataLayer') as IArguments[] | undefined) ?? []).map((entry) => Array.from(entry))
  const views = () =>
    commands().flatMap(([command, name, page]) => (name === 'page_view' ? [{ command, ...page }] : []))
  const disabled = () => Reflect.get(window, `ga-disable-${ID}`)

  // Loads the code that would count.
  const codeArrived = () => act(async () => void (await import('@/features/consent/count-view')))

  const visit = async (path = '/testimonials', { origin = 'https://www.testbau.example', id = ID } = {}) => {
    vi.stubEnv('VITE_ANALYTICS_ID', id)
    openOrigin(origin)
    return renderSite(path)
  }

  it('counts page views only after consent, by title and path without query', async () => {
    const { user, router } = await visit('/testimonials?email=zoe@example.com#submit')
    expect(script()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Accept All' }))
    await waitFor(() => expect(script()).not.toBeNull())
    expect(script()?.src).toBe(`https://www.googletagmanager.com/gtag/js?id=${ID}`)
    await act(() => router.navigate('/privacy-policy'))
    await act(() => router.navigate('/privacy-policy?photo=2#top'))
    await waitFor(() => expect(views()).toHaveLength(2))
    const page_location = 'https://www.testbau.example/privacy-policy'
    expect(views()).toMatchObject([
      { command: 'event', page_path: '/testimonials', page_title: expect.stringMatching(/^Testimonials/) },
      { page_path: '/privacy-policy', page_title: expect.stringMatching(/^Privacy Policy/), page_location },
    ])
    expect(commands()).toContainEqual(['config', ID, expect.objectContaining({ cookie_flags: 'secure;samesite=lax' })])
    expect(JSON.stringify(commands())).not.toContain('zoe@')
    expect(document.querySelectorAll('script[src*=gtag]')).toHaveLength(1)
  })

  it('withdrawing consent stops page views and deletes their cookies, until it is given again', async () => {
    localStorage.setItem(KEY, 'accepted')
    const { user, router } = await visit()
    await waitFor(() => expect(views()).toHaveLength(1))
    for (const cookie of ['_ga=GA1.1.1', '_ga_TEST12345=GS1.1', 'other=stays']) setCookie(cookie)
    await user.click(screen.getByRole('button', { name: 'Cookie settings' }))
    await user.click(screen.getByRole('button', { name: 'Reject All' }))
    await waitFor(() => expect(disabled()).toBe(true))
    expect(document.cookie).toBe('other=stays')
    await act(() => router.navigate('/privacy-policy'))
    await codeArrived()
    expect(views()).toHaveLength(1)
    inOtherTab('accepted')
    await waitFor(() => expect(disabled()).toBe(false))
    await waitFor(() => expect(views()).toHaveLength(2))
  })

  it('does not count page views when consent is withdrawn before the analytics code loads', async () => {
    await visit()
    act(() => screen.getByRole('button', { name: 'Accept All' }).click())
    inOtherTab('rejected')
    await codeArrived()
    await waitFor(() => expect(disabled()).toBe(true))
    expect(script()).toBeNull()
    expect(views()).toEqual([])
  })

  it.each<[string, { path?: string; origin?: string; id?: string; wish?: boolean }]>([
    ['in the admin area', { path: '/admin/login' }],
    ['on localhost', { origin: 'http://localhost:5173' }],
    ['when the browser sends Do Not Track', { wish: true }],
    ['without an analytics ID', { id: '' }],
  ])('does not count page views %s', async (_, { path, wish, ...settings }) => {
    if (wish) Object.defineProperty(navigator, 'doNotTrack', { value: '1', configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'doNotTrack'))
    localStorage.setItem(KEY, 'accepted')
    await visit(path, settings)
    await codeArrived()
    expect(script()).toBeNull()
  })
})
