import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { renderSite, stayAsBuilt } from '../support/render-site'

// happy-dom has no layout.
const scrolled: string[] = []
beforeEach(() => {
  scrolled.length = 0
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    if (this.id) scrolled.push(this.id)
  })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  // A newer publication would prevent a scroll, because this router's history isn't the window's.
  stayAsBuilt()
})

afterEach(() => {
  vi.useRealTimers()
})

const inBar = (name: string) => within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name })
const arrivesAt = async (id: string) => {
  await waitFor(() => expect(scrolled).toEqual([id]))
  expect(document.activeElement).toHaveAttribute('id', id)
  scrolled.length = 0
}
const arrivesOn = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })
const isClosed = (name: string) => waitFor(() => expect(screen.queryByRole('dialog', { name })).not.toBeInTheDocument())

describe('the navigation bar', () => {
  it('the navigation bar scrolls to sections, marks the current page and matches the mobile menu', async () => {
    const { router, user } = await renderSite('/')
    const linksOf = (menu: HTMLElement) =>
      within(within(menu).getByRole('list'))
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')])
    const links = linksOf(screen.getByRole('navigation', { name: 'Main' }))
    expect(links).toEqual([
      ['Home', '/'],
      ['Services', '/#services'],
      ['Projects', '/#projects'],
      ['Testimonials', '/testimonials'],
      ['About', '/#why-choose-us'],
      ['Contact', '/#contact-section'],
    ])
    const menu = screen.getByRole('button', { name: 'Menu' })
    expect(menu).toHaveAttribute('aria-expanded', 'false')
    await user.click(menu)
    expect(linksOf(await screen.findByRole('dialog', { name: 'Menu' }))).toEqual(links)
    await user.keyboard('{Escape}')
    await isClosed('Menu')
    expect(inBar(`Call ${site.phone.display}`)).toHaveAttribute('href', site.phone.href)
    for (const [label, id] of [
      ['Services', 'services'],
      ['Projects', 'projects'],
      ['About', 'why-choose-us'],
      ['Contact', 'contact-section'],
    ] as const) {
      await user.click(inBar(label))
      await arrivesAt(id)
      expect(window.location.hash).toBe(`#${id}`)
    }
    vi.mocked(window.scrollTo).mockClear()
    await user.click(inBar('Home'))
    await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' }))
    expect(router.state.location.pathname).toBe('/')

    for (const way of ['Home', `${site.name}, home`]) {
      expect(inBar('Testimonials')).not.toHaveAttribute('aria-current')
      await user.click(inBar('Testimonials'))
      await arrivesOn('Testimonials')
      expect(inBar('Testimonials')).toHaveAttribute('aria-current', 'page')
      vi.mocked(window.scrollTo).mockClear()
      await user.click(inBar(way))
      await arrivesOn(/floor beneath/)
      await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0))
    }
  })

  it('section links support Ctrl-click, and the quote link always opens a new tab', async () => {
    const { router, user } = await renderSite('/testimonials')
    const opened = vi.fn((event: Event) => {
      const handled = event.defaultPrevented
      event.preventDefault()
      return handled
    })
    window.addEventListener('click', opened, { once: true })
    await user.keyboard('{Control>}')
    await user.click(inBar('Services'))
    await user.keyboard('{/Control}')
    expect(opened).toHaveReturnedWith(false)
    expect(router.state.location.pathname).toBe('/testimonials')
    for (const link of screen.getAllByRole('link', { name: /^Get a Free Quote/ })) {
      expect(link).toHaveAttribute('href', site.projectsHost)
      expect(link).toHaveAttribute('target', '_blank')
      expect(link.getAttribute('rel')?.split(' ')).toContain('noopener')
      expect(link).toHaveAccessibleName('Get a Free Quote (opens in a new tab)')
    }
  })
})

describe("the 'Let's Talk' panel", () => {
  const name = "Let's Talk"
  const getContactSection = () => document.getElementById('contact-section') as HTMLElement
  const openPage = async (path = '/') => {
    const site = await renderSite(path)
    const button = screen.getByRole('button', { name })
    const open = async () => {
      await site.user.click(button)
      return screen.findByRole('dialog', { name })
    }
    return { ...site, button, open }
  }

  it("the 'Let's Talk' panel shows the closing time, or offers a callback after hours", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00Z') })
    const { user, open } = await openPage('/testimonials')
    const panel = within(await open())
    expect(panel.getByText('Open until 6 pm')).toBeVisible()

    vi.setSystemTime(new Date('2026-11-26T23:59:00Z'))
    fireEvent(document, new Event('visibilitychange'))
    expect(await panel.findByText('Closed now')).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Request a callback' }))
    await isClosed(name)
    await arrivesAt('contact-section')
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(
      'Please call me on the number above when your office is open.',
    )
  })

  it("the 'Let's Talk' panel and contact section link to a prefilled WhatsApp chat", async () => {
    vi.spyOn(site, 'whatsapp', 'get').mockReturnValue('07700 900456')
    const { open } = await openPage()
    const text = encodeURIComponent(`Hello ${site.name}, I’d like to ask about a project.`)
    for (const [place, name] of [
      [await open(), 'WhatsApp us 07700 900456 (opens in a new tab)'],
      [getContactSection(), 'WhatsApp (opens in a new tab)'],
    ] as const) {
      const link = await within(place).findByRole('link', { name, hidden: true })
      expect(link).toHaveAttribute('href', `https://wa.me/447700900456?text=${text}`)
      expect(link).toHaveAttribute('target', '_blank')
      expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
  })

  it("the 'Let's Talk' panel and contact section omit WhatsApp without a number", async () => {
    vi.spyOn(site, 'whatsapp', 'get').mockReturnValue(undefined)
    const { open } = await openPage()
    expect(await open()).not.toHaveTextContent('WhatsApp')
    await within(getContactSection()).findByText(/^Open until|^Closed now/)
    expect(getContactSection().querySelector('dd')?.textContent).toBe(site.phone.display)
  })

  it("the 'Let's Talk' panel lists every contact option, and scrolls to the contact form", async () => {
    const { user, button, open } = await openPage()
    const panel = await open()
    const target = (name: RegExp) => within(panel).getByRole('link', { name }).getAttribute('href')
    expect(target(new RegExp(site.phone.display))).toBe(site.phone.href)
    expect(target(new RegExp(site.email))).toBe(`mailto:${site.email}`)
    expect(target(/^Get a Free Quote/)).toBe(site.projectsHost)
    expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument()
    await user.click(within(panel).getByRole('button', { name: 'Close' }))
    await isClosed(name)
    await waitFor(() => expect(button).toHaveFocus())
    await user.click(within(await open()).getByRole('button', { name: 'Contact Form' }))
    await isClosed(name)
    await arrivesAt('contact-section')
  })
})
