import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { privacy } from '@/content/legal/privacy'
import { terms } from '@/content/legal/terms'
import { renderSite } from '../support/render-site'

const pages = [
  { path: '/terms-and-conditions', document: terms },
  { path: '/privacy-policy', document: privacy },
]
const contents = () => within(screen.getByRole('navigation', { name: 'Contents' }))
const article = () => within(screen.getByRole('article'))

beforeEach(() => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
})

describe.each(pages)('$path', ({ path, document: legal }) => {
  it('shows its eleven numbered headings and the date of the last change', async () => {
    await renderSite(path)
    const headings = article().getAllByRole('heading', { level: 2 })
    expect(headings.map((heading) => heading.textContent)).toEqual(
      legal.sections.map(({ title }, index) => `${index + 1}. ${title}`),
    )
    const date = screen.getByText('May 2024')
    expect(date).toHaveAttribute('datetime', '2024-05')
    expect(date.parentElement).toHaveTextContent('Last updated: May 2024')
  })

  it('leads from its contents to every section, and nowhere else', async () => {
    await renderSite(path)
    const links = contents().getAllByRole('link')
    expect(links.map((link) => link.textContent)).toEqual(
      legal.sections.map(({ title }, index) => `${index + 1}. ${title}`),
    )
    for (const link of links) {
      const url = new URL(link.getAttribute('href') ?? '', `https://site.example${path}`)
      expect(url.pathname).toBe(path)
      const heading = within(document.getElementById(url.hash.slice(1)) ?? document.body).getByRole('heading', {
        level: 2,
      })
      expect(heading.textContent).toBe(link.textContent)
    }
  })

  it('goes on from the chosen section, with a URL of its own', async () => {
    const { router, user } = await renderSite(path)
    const [, , third] = contents().getAllByRole('link')
    if (!third) throw new Error('There is no third section')
    await user.click(third)
    const id = legal.sections[2]?.id ?? ''
    await waitFor(() => expect(document.getElementById(id)).toHaveFocus())
    expect(router.state.location.hash).toBe(`#${id}`)
  })

  it('lets the keyboard into tables that are wider than the window', async () => {
    await renderSite(path)
    for (const table of article().queryAllByRole('table')) {
      const region = table.parentElement
      expect(region).toHaveAttribute('tabindex', '0')
      expect(region).toHaveAccessibleName(region?.previousElementSibling?.textContent ?? '')
    }
  })

  it('leads back to the homepage', async () => {
    const { router, user } = await renderSite(path)
    await user.click(screen.getByRole('link', { name: 'Back to Homepage' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})

it('numbers the clauses of the terms, so that 5.2 is the deposit', async () => {
  await renderSite('/terms-and-conditions')
  expect(article().getByText(/deposit of 50%/)).toHaveTextContent(/^5\.2 Unless we agree otherwise/)
})

it('names the row and column headings of the table of cookies', async () => {
  await renderSite('/privacy-policy')
  const table = within(article().getByRole('table', { name: 'For every visitor' }))
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Name',
    'Purpose',
    'Kind',
    'Kept',
  ])
  expect(table.getByRole('rowheader', { name: 'cookieConsent' })).toBeVisible()
})

it('leads from each document to the other', async () => {
  const { user } = await renderSite('/terms-and-conditions')
  await user.click(article().getByRole('link', { name: 'Privacy Policy' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await user.click(article().getByRole('link', { name: 'Terms and Conditions' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms and Conditions' })).toBeVisible()
})
