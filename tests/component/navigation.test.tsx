import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { renderSite } from '../support/render-site'

// happy-dom has no layout, so scrolling is seen by the calls that ask for it.
const scrolled: { id: string; at: number }[] = []
beforeEach(() => {
  scrolled.length = 0
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push({ id: this.id, at: performance.now() })
  })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const mainNavigation = () => within(screen.getByRole('navigation', { name: 'Main' }))
const sections = [
  ['Services', 'services'],
  ['Projects', 'projects'],
  ['About', 'why-choose-us'],
  ['Contact', 'contact-section'],
] as const

describe('the navigation bar', () => {
  it('offers Home, Services, Projects, Testimonials, About and Contact, in this order', async () => {
    await renderSite('/')
    const list = within(mainNavigation().getByRole('list'))
    expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['Services', '/#services'],
      ['Projects', '/#projects'],
      ['Testimonials', '/testimonials'],
      ['About', '/#why-choose-us'],
      ['Contact', '/#contact-section'],
    ])
  })

  it('shows the logo with the company name as the way home', async () => {
    const { router, user } = await renderSite('/testimonials')
    await user.click(mainNavigation().getByRole('link', { name: `${site.name}, home` }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it('leads to the testimonials and marks them as the current page', async () => {
    const { router, user } = await renderSite('/')
    const link = mainNavigation().getByRole('link', { name: 'Testimonials' })
    expect(link).not.toHaveAttribute('aria-current')
    await user.click(link)
    expect(await screen.findByRole('heading', { level: 1, name: 'Testimonials' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/testimonials')
    expect(link).toHaveAttribute('aria-current', 'page')
  })

  it('scrolls to the top when Home is chosen on the home page', async () => {
    const { router, user } = await renderSite('/')
    vi.mocked(window.scrollTo).mockClear()
    await user.click(mainNavigation().getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(window.scrollTo).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' }))
    expect(router.state.location.pathname).toBe('/')
  })

  it('arrives at the top of the home page when Home is chosen on another page', async () => {
    const { router, user } = await renderSite('/testimonials')
    vi.mocked(window.scrollTo).mockClear()
    await user.click(mainNavigation().getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    await waitFor(() => expect(window.scrollTo).toHaveBeenLastCalledWith(0, 0))
  })

  it.each(sections)('scrolls from the top of the home page to %s', async (label, id) => {
    const { user } = await renderSite('/')
    await user.click(mainNavigation().getByRole('link', { name: label }))
    await waitFor(() => expect(scrolled.map((scroll) => scroll.id)).toEqual([id]))
    expect(document.activeElement).toHaveAttribute('id', id)
    expect(window.location.hash).toBe(`#${id}`)
  })

  it.each(sections)('goes home first and then scrolls to %s from another page', async (label, id) => {
    const { router, user } = await renderSite('/business-card')
    let arrived = 0
    router.subscribe((state) => {
      if (state.navigation.state === 'idle' && state.location.pathname === '/') arrived ||= performance.now()
    })
    await user.click(mainNavigation().getByRole('link', { name: label }))
    expect(await screen.findByRole('heading', { level: 1, name: /floor beneath/ })).toBeVisible()
    // The moment is measured, not looked for: a busy machine may need longer than the pause to get here.
    await waitFor(() => expect(scrolled.map((scroll) => scroll.id)).toEqual([id]))
    expect((scrolled[0]?.at ?? 0) - arrived).toBeGreaterThan(95)
    expect(document.activeElement).toHaveAttribute('id', id)
  })

  it('leaves a section link to the browser when a new tab is asked for', async () => {
    const { router, user } = await renderSite('/testimonials')
    const link = mainNavigation().getByRole('link', { name: 'Services' })
    const opened = vi.fn((event: Event) => {
      const handled = event.defaultPrevented
      event.preventDefault()
      return handled
    })
    window.addEventListener('click', opened, { once: true })
    await user.keyboard('{Control>}')
    await user.click(link)
    await user.keyboard('{/Control}')
    expect(opened).toHaveReturnedWith(false)
    expect(router.state.location.pathname).toBe('/testimonials')
  })

  it('opens the quote site in a new tab that cannot reach back', async () => {
    await renderSite('/')
    for (const link of screen.getAllByRole('link', { name: /^Get a Free Quote/ })) {
      expect(link).toHaveAttribute('href', site.projectsHost)
      expect(link).toHaveAttribute('target', '_blank')
      expect(link.getAttribute('rel')?.split(' ')).toContain('noopener')
      expect(link).toHaveAccessibleName('Get a Free Quote (opens in a new tab)')
    }
  })
})

describe('the mobile menu', () => {
  const open = async (path: string) => {
    const site = await renderSite(path)
    const button = screen.getByRole('button', { name: 'Menu' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await site.user.click(button)
    return { ...site, button, menu: await screen.findByRole('dialog', { name: 'Menu' }) }
  }
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

  it('opens with the same links as the navigation bar and closes again', async () => {
    const { user, button, menu } = await open('/')
    const links = within(within(menu).getByRole('list')).getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual([
      'Home',
      'Services',
      'Projects',
      'Testimonials',
      'About',
      'Contact',
    ])
    await user.click(within(menu).getByRole('button', { name: 'Close' }))
    await isClosed()
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await waitFor(() => expect(button).toHaveFocus())
  })

  it('closes when a section is chosen, scrolls there and leaves the focus there', async () => {
    const { user, menu } = await open('/')
    await user.click(within(menu).getByRole('link', { name: 'About' }))
    await isClosed()
    await waitFor(() => expect(scrolled.map((scroll) => scroll.id)).toEqual(['why-choose-us']))
    expect(document.activeElement).toHaveAttribute('id', 'why-choose-us')
  })

  it('closes when another page is chosen', async () => {
    const { user, menu, router } = await open('/')
    await user.click(within(menu).getByRole('link', { name: 'Testimonials' }))
    await isClosed()
    expect(router.state.location.pathname).toBe('/testimonials')
    const heading = await screen.findByRole('heading', { level: 1, name: 'Testimonials' })
    await waitFor(() => expect(heading).toHaveFocus())
  })

  it("gives way to the 'Let's Talk' panel", async () => {
    const { user, menu } = await open('/')
    await user.click(within(menu).getByRole('button', { name: "Let's Talk" }))
    expect(await screen.findByRole('dialog', { name: "Let's Talk" })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument())
  })
})
