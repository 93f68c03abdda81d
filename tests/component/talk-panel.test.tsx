import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { site } from '@/content/site'
import { renderSite } from '../support/render-site'

const scrolled: string[] = []
beforeEach(() => {
  scrolled.length = 0
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolled.push(this.id)
  })
})

const openPanel = async (path = '/') => {
  const site = await renderSite(path)
  const button = screen.getByRole('button', { name: "Let's Talk" })
  await site.user.click(button)
  return { ...site, button, panel: await screen.findByRole('dialog', { name: "Let's Talk" }) }
}
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

it('opens with the telephone number, the e-mail address and the quote link', async () => {
  const { panel } = await openPanel()
  const inPanel = within(panel)
  expect(inPanel.getByRole('link', { name: new RegExp(site.phone.display) })).toHaveAttribute('href', site.phone.href)
  expect(inPanel.getByRole('link', { name: new RegExp(site.email) })).toHaveAttribute('href', `mailto:${site.email}`)
  expect(inPanel.getByRole('link', { name: /^Get a Free Quote/ })).toHaveAttribute('href', site.projectsHost)
})

it('takes the focus, keeps it inside and hides the page behind it', async () => {
  const { user, panel } = await openPanel()
  await waitFor(() => expect(panel).toContainElement(document.activeElement as HTMLElement))
  for (let step = 0; step < 8; step++) {
    await user.tab()
    expect(panel).toContainElement(document.activeElement as HTMLElement)
  }
  expect(screen.queryByRole('heading', { level: 1 })).not.toBeInTheDocument()
})

it('closes on Escape and gives the focus back to the button', async () => {
  const { user, button } = await openPanel()
  await user.keyboard('{Escape}')
  await isClosed()
  await waitFor(() => expect(button).toHaveFocus())
})

it('closes when the dark overlay is clicked', async () => {
  const { user, panel } = await openPanel()
  const overlay = panel.previousElementSibling
  if (!overlay) throw new Error('There is no overlay')
  await user.click(overlay)
  await isClosed()
})

it('stays open when the panel itself is clicked', async () => {
  const { user, panel } = await openPanel()
  await user.click(within(panel).getByText(/Tell us about the house/))
  expect(panel).toBeInTheDocument()
})

it('closes by its own button', async () => {
  const { user, panel } = await openPanel()
  await user.click(within(panel).getByRole('button', { name: 'Close' }))
  await isClosed()
})

it.each(['/', '/testimonials'])('closes and scrolls to the contact form from %s', async (path) => {
  const { user, panel, router } = await openPanel(path)
  await user.click(within(panel).getByRole('button', { name: 'Contact Form' }))
  await isClosed()
  await waitFor(() => expect(scrolled).toEqual(['contact-section']))
  expect(router.state.location.pathname).toBe('/')
  expect(document.activeElement).toHaveAttribute('id', 'contact-section')
})

it('can be opened again after it was closed', async () => {
  const { user, button } = await openPanel()
  await user.keyboard('{Escape}')
  await isClosed()
  await user.click(button)
  expect(await screen.findByRole('dialog', { name: "Let's Talk" })).toBeVisible()
})
