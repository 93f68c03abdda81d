import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { routes } from '@/app/routes'
import { contactPromise } from '@/content/answering'
import { withPin } from '@/content/districts'
import { featuredTestimonials } from '@/content/featured-testimonials'
import gallery from '@/content/gallery/images.json'
import { bundledCards } from '@/content/projects/bundled'
import { site } from '@/content/site'
import { CardLink } from '@/features/projects/card-link'
import { DrawingSheet } from '@/features/projects/drawing-sheet'
import { ProjectMap } from '@/features/projects/project-map'
import { loadProject } from '@/published/load-project'
import { expectConsole } from '../support/dom'
import { renderSite, stayAsBuilt } from '../support/render-site'

beforeEach(stayAsBuilt)

const main = () => within(screen.getByRole('main'))
const linkTo = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')
const heading = () => screen.getByRole('heading', { level: 1 })

it('every page focuses its heading on navigation, and has a title and a back link', async () => {
  const { router } = await renderSite('/')
  expect(heading()).toHaveAccessibleName('We build the floor beneath your London house')
  expect(heading()).not.toHaveFocus()
  await waitFor(() => expect(document.title).toBe(`${site.name} | ${site.tagline}`))
  for (const [path, title, back, target] of [
    ['/projects', 'Our Projects', 'Back to home', '/'],
    ['/testimonials', 'Testimonials', 'Back to home', '/'],
    ['/business-card', 'Digital Business Card', 'Back to home', '/'],
    ['/terms-and-conditions', 'Terms and Conditions', 'Back to Homepage', '/'],
    ['/privacy-policy', 'Privacy Policy', 'Back to Homepage', '/'],
    ['/maintenance', 'Maintenance', 'Back to Website', '/'],
    ...bundledCards.map(({ id, title: name }) => [`/project/${id}`, name, 'Back to Projects', '/projects'] as const),
  ] as const) {
    await act(() => router.navigate(path))
    const reached = await screen.findByRole('heading', { level: 1, name: title })
    await waitFor(() => expect(reached).toHaveFocus())
    await waitFor(() => expect(document.title).toBe(`${title} | ${site.name}`))
    expect(linkTo(back), path).toBe(target)
    expect(document.querySelectorAll('title, meta[name=description], meta[name=robots]'), path).toHaveLength(3)
  }
})

it('the testimonials page shows three featured testimonials with five stars each', async () => {
  await renderSite('/testimonials')
  const cards = within(screen.getByRole('region', { name: 'Featured Testimonials' })).getAllByRole('figure')
  expect(cards).toHaveLength(3)
  for (const [index, card] of cards.entries()) {
    expect(card).toHaveTextContent(featuredTestimonials[index]?.text ?? '?')
    expect(within(card).getByText('Rated 5 out of 5')).toBeInTheDocument()
  }
})

it('the home page shows basement prices and sample assurances below its title', async () => {
  const { user } = await renderSite('/')
  const glance = within(screen.getByRole('list', { name: 'At a glance' }))
  expect(glance.getByText('£230,000 to £418,000')).toBeVisible()
  expect(glance.getAllByText('Sample')).toHaveLength(site.assurances.length)
  for (const { terms } of site.assurances)
    expect(glance.getByRole('link', { name: terms.name })).toHaveAttribute(
      'href',
      `/terms-and-conditions#${terms.section}`,
    )
  await user.click(glance.getByRole('link', { name: 'What would yours cost?' }))
  expect(screen.getByRole('heading', { name: 'What it costs and how long it takes' })).toHaveFocus()
})

describe('the price guide', () => {
  const services = () => within(document.getElementById('services') as HTMLElement)
  const message = () => screen.getByRole('textbox', { name: 'Message' })
  const band = () => services().getByRole('status')
  const radio = (name: string) => services().getByRole('radio', { name })

  it('the price guide follows the selection, and adds one quote request to the message', async () => {
    const { user } = await renderSite('/')
    expect(radio('Dig a new basement')).toBeChecked()
    expect(radio('Terraced')).toBeChecked()
    expect(band()).toHaveTextContent(
      /^£230,000 to £418,000including VAT at 20%18 to 34 weeks on siteafter 17 to 26 weeks of design/,
    )
    fireEvent.change(message(), { target: { value: 'It is wet.' } })
    const ask = services().getByRole('button', { name: 'Request a quote for this' })
    await user.click(ask)
    expect(message()).toHaveValue(
      'It is wet.\n\nPlease quote for the following: dig a new basement, terraced house, 40 m². ' +
        'Your online guide gives £230,000 to £418,000 including VAT, and 18 to 34 weeks on site.',
    )
    await waitFor(() => expect(document.getElementById('contact-section')).toHaveFocus())

    await user.click(radio('Convert a cellar'))
    expect(band()).toHaveTextContent(/^£75,000 to £144,000including.*6 to 14 weeks on siteafter 4 to 12 weeks/)
    await user.click(radio('Detached'))
    const area = services().getByRole('slider', { name: /^Floor area/ })
    fireEvent.change(area, { target: { value: '100' } })
    expect(services().getByText('Floor area').parentElement).toHaveTextContent('Floor area100 m²')
    expect(band()).toHaveTextContent(/^£183,000 to £345,000/)
    expect(band(), 'nothing is said while the slider moves').toHaveAttribute('aria-busy', 'true')
    await waitFor(() => expect(band()).not.toHaveAttribute('aria-busy'))
    await user.click(ask)
    expect(message()).toHaveValue(
      'It is wet.\n\nPlease quote for the following: convert a cellar, detached house, 100 m². ' +
        'Your online guide gives £183,000 to £345,000 including VAT, and 12 to 23 weeks on site.',
    )
  })
})

it('the contact section names who answers, and offers a callback while the office is closed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-25T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { user } = await renderSite('/')
  const contact = document.getElementById('contact-section') as HTMLElement
  const { who, next } = contactPromise
  for (const text of [/free quote/i, who, ...site.hours.map(({ time }) => time), next])
    expect(contact).toHaveTextContent(text)
  await user.keyboard('{Tab}')
  await user.click(await within(contact).findByRole('button', { name: 'Request a callback' }))
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'Please call me on the number above when your office is open.',
  )
  await waitFor(() => expect(contact).toHaveFocus())
})

it("the business card shows the founder's contact details, and its page has the shared footer", async () => {
  await renderSite('/business-card')
  expect(document.getElementById(linkTo('Skip to content')?.slice(1) ?? '')).toBe(screen.getByRole('main'))
  const footer = within(screen.getByRole('contentinfo'))
  for (const [name, target] of [
    ['Terms and Conditions', '/terms-and-conditions'],
    ['Privacy Policy', '/privacy-policy'],
    ['All projects', '/projects'],
    ['Business card', '/business-card'],
    [site.phone.display, site.phone.href],
    [site.email, `mailto:${site.email}`],
  ] as const)
    expect(footer.getByRole('link', { name })).toHaveAttribute('href', target)

  const card = within(screen.getByRole('article', { name: `Business card of ${site.founder.name}` }))
  expect(card.getByText(site.founder.name)).toBeVisible()
  expect(card.getByText('Founder & CEO')).toBeVisible()
  expect(card.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`)
  expect(card.getByRole('link', { name: site.phone.display })).toHaveAttribute('href', site.phone.href)
  expect(card.getByRole('link', { name: new URL(site.url).host })).toHaveAttribute('href', site.url)
})

it.each([
  ['/no-such-page', 'Oops! Page not found', 'Return to Home', '/'],
  ['/projects/extra', 'Oops! Page not found', 'Return to Home', '/'],
  ['/admin/no-such-page', 'Oops! Page not found', 'Return to Home', '/'],
  ['/project/constructor?photo=3', 'Project Not Found', 'Back to Projects', '/projects'],
])('shows a noindex not-found page for %s, with a link back', async (path, title, way, target) => {
  const { info: log } = console
  const { router, user } = await renderSite(path)
  expect(heading()).toHaveAccessibleName(title)
  await waitFor(() => expect(document.title).toMatch(title.replace('Oops! ', '')))
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  if (target === '/') expect(log).toHaveBeenCalledWith(expect.stringContaining(path))
  await user.click(main().getByRole('link', { name: way }))
  await waitFor(() => expect(router.state.location.pathname).toBe(target))
})

it.each([
  ['the response status', new Response('', { status: 503, statusText: 'Gone away' }), '503 Gone away'],
  ['the error message', new Error('The chunk has gone'), 'The chunk has gone'],
  ['a generic message for an unknown value', { secret: 'not for the page' }, 'Unknown error'],
])('a page that fails shows %s, and offers to retry or go home', async (_, thrown, sentence) => {
  const [root] = routes
  if (!root?.children) throw new Error('The route table has no root')
  // React and the router both report the failure.
  expectConsole('error')
  const fail = () => {
    throw thrown
  }
  const page = { id: 'page', path: '/', loader: fail, Component: Fragment }
  render(<RouterProvider router={createMemoryRouter([{ ...root, index: false, children: [page] }])} />)
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(heading()).toHaveAccessibleName('Unexpected Application Error!')
  expect(document.title).toBe('Unexpected Application Error!')
  expect(linkTo('Return to Home')).toBe('/')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
})

describe('project pages', () => {
  const expectCallToAction = () => {
    const section = within(screen.getByRole('region', { name: 'Ready to Start Your Project?' }))
    expect(section.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', '/#contact-section')
  }

  it('the projects page shows before and after cards, thirteen photos and map pins', async () => {
    await renderSite('/projects')
    const cards = main().getAllByRole('listitem')
    for (const [index, { title, summary, location, id, image, after }] of bundledCards.entries()) {
      const card = within(cards[index] as HTMLElement)
      expect(card.getByRole('heading', { level: 2, name: title })).toBeInTheDocument()
      // Compound words are spans that don't break.
      expect(cards[index]).toHaveTextContent(summary)
      expect(card.getByText(location)).toBeInTheDocument()
      const [before, built] = card.getAllByRole('figure').map((figure) => within(figure))
      expect(before?.getByText('Before')).toBeVisible()
      expect(before?.getByRole('img', { name: image.alt })).toHaveAttribute('loading', index === 0 ? 'eager' : 'lazy')
      expect(built?.getByText('After')).toBeVisible()
      expect(built?.getByRole('img', { name: after?.alt ?? '' })).toHaveAttribute('loading', 'lazy')
      expect(linkTo(new RegExp(`^View Project ?: ${title}$`))).toBe(`/project/${id}`)
    }
    const photos = within(screen.getByRole('region', { name: 'The work, piece by piece' })).getAllByRole('listitem')
    expect(photos).toHaveLength(13)
    for (const [index, { alt, description }] of gallery.entries()) {
      const card = within(photos[index] as HTMLElement)
      expect(await card.findByRole('button', { name: `${alt} ${description}` })).toHaveAttribute(
        'aria-haspopup',
        'dialog',
      )
      expect(card.getByRole('img')).toHaveAttribute('loading', 'lazy')
    }
    expect(main().getByText('All pictures show architectural models of the work.')).toBeInTheDocument()
    expectCallToAction()
    const map = within(screen.getByRole('region', { name: 'Where we’ve dug' }))
    const placed = map.getAllByRole('listitem').map((pin) => [
      pin.firstChild?.textContent,
      within(pin)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ])
    expect(placed).toEqual([
      ['Mayfair', ['/project/mayfair-basement']],
      ['Clerkenwell', ['/project/traditional-underpinning', '/project/farringdon-basement']],
      ['Hampstead', ['/project/hampstead-basement']],
      ['Feltham', ['/project/feltham-basement']],
    ])
  })

  it('a project page shows its facts, all stages and a call to action', async () => {
    const project = await loadProject('feltham-basement')
    if (!project) throw new Error('There is no such project')
    await renderSite('/project/feltham-basement')
    expect(
      main()
        .getAllByRole('heading', { level: 2 })
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['Services Provided', 'Project Overview', 'Project Summary', 'Project Gallery'],
      'Ready to Start Your Project?',
    ])
    for (const paragraph of project.description) expect(main().getByText(paragraph)).toBeInTheDocument()
    const summary = main().getByRole('heading', { name: 'Project Summary' }).nextElementSibling
    expect(summary).toHaveTextContent(project.summary)
    const facts = within(screen.getByRole('region', { name: 'Key facts' }))
    expect(facts.getByText('Location').nextElementSibling).toHaveTextContent(project.location)
    expect(facts.getByText('Completion Date').nextElementSibling).toHaveTextContent(project.completionDate)
    const services = facts.getAllByRole('listitem').map((item) => item.lastChild?.textContent)
    expect(services).toEqual(project.services)
    expect(linkTo('Request Similar Project')).toBe('/#contact-section')
    const known = within(screen.getByRole('region', { name: 'Project facts' }))
    expect(known.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      ...['Depth', 'Area', 'Time on site', 'Ground', 'Party walls'],
    ])
    expect(known.getByText('Time on site').nextElementSibling).toHaveTextContent(project.facts?.weeks ?? '')
    expect(known.getByText(/^Sample/)).toBeInTheDocument()
    expectCallToAction()

    const [first, built] = main().getAllByRole('img')
    expect(first).toHaveAccessibleName(project.images[0]?.alt)
    expect(first).toHaveAttribute('fetchpriority', 'high')
    expect(built).toHaveAccessibleName(project.after?.alt)
    expect(built).toHaveAttribute('fetchpriority', 'low')
    for (const picture of [first, built]) expect(picture).toHaveAttribute('loading', 'eager')
    expect(main().getByRole('slider', { name: 'Before and after' })).toBeInTheDocument()
    const stages = within(screen.getByRole('region', { name: 'Project Gallery' })).getAllByRole('listitem')
    expect(stages).toHaveLength(7)
    for (const [index, stage] of stages.entries()) {
      expect(stage).toHaveTextContent(`Stage ${index + 1}${project.images[index]?.description}`)
      expect(await within(stage).findByRole('button')).toBeInTheDocument()
    }
  })

  it('a project page links to the previous and next project, if there is one', async () => {
    const cards = bundledCards.map(({ id, title, image }) => ({ title, href: `/project/${id}`, src: image.src }))
    const { user } = await renderSite(cards[0]?.href ?? '')
    const beside = (label: string) => screen.queryByRole('link', { name: new RegExp(`^${label} project `) })
    for (const [index, { title }] of cards.entries()) {
      await screen.findByRole('heading', { level: 1, name: title })
      for (const [label, card] of [['Previous', cards[index - 1]] as const, ['Next', cards[index + 1]] as const]) {
        const link = beside(label)
        expect(link?.textContent).toBe(card && `${label} project ${card.title}`)
        expect(link?.getAttribute('href')).toBe(card?.href)
        expect(link?.querySelector('img')?.getAttribute('src')).toBe(card?.src)
      }
      const next = beside('Next')
      if (next) await user.click(next)
    }
  })

  it('hides project facts, pictures and map pins that are unknown', async () => {
    const project = await loadProject('feltham-basement')
    const [card] = bundledCards.map((one) => withPin({ ...one, location: 'Barnet by name only', after: null }))
    if (!project || !card) throw new Error('There is no such project')
    const draw = (element: ReactNode) => {
      cleanup()
      render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
    }
    const known = () => screen.queryByRole('region', { name: 'Project facts' })
    draw(<DrawingSheet project={{ ...project, facts: { ground: 'Chalk', area: undefined }, areFactsSamples: false }} />)
    expect(within(known() as HTMLElement).getByRole('term')).toHaveTextContent('Ground')
    expect(known()).not.toHaveTextContent(/Sample/)
    draw(<DrawingSheet project={{ ...project, facts: {}, after: null }} />)
    expect(known()).not.toBeInTheDocument()
    expect(screen.getByRole('img')).toHaveAccessibleName(project.images[0]?.alt)
    expect(screen.queryByRole('slider')).not.toBeInTheDocument()
    draw(
      <>
        <CardLink project={card} priority={false} />
        <ProjectMap projects={[card]} />
      </>,
    )
    expect(screen.getByRole('img')).toHaveAccessibleName(card.image.alt)
    expect(screen.queryByText('Before')).not.toBeInTheDocument()
    expect(screen.queryByRole('list')).not.toBeInTheDocument()
  })
})

describe.each([
  {
    path: '/terms-and-conditions',
    clause: '5.2',
    tables: [],
    last: 'A notice by email counts as a notice in writing.',
    other: 'Privacy Policy',
  },
  {
    path: '/privacy-policy',
    clause: undefined,
    tables: ['For every visitor'],
    // Section 164A of the Data Protection Act 2018.
    last: `you can complain to us by email to ${site.email} or through our contact form. We will acknowledge your complaint within 30 days of receiving it. Without undue delay, we will take appropriate steps to look into it, keep you informed of our progress and tell you the outcome.`,
    other: 'Terms and Conditions',
  },
])('$path', ({ path, clause, tables, last, other }) => {
  it('a legal page has numbered sections, a linked table of contents and keyboard-accessible tables', async () => {
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
    const { router, user } = await renderSite(path)
    const date = screen.getByText('May 2024')
    expect(date).toHaveAttribute('datetime', '2024-05')
    expect(date.parentElement).toHaveTextContent('Last updated: May 2024')

    const article = within(screen.getByRole('article'))
    const titles = article.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(titles).toHaveLength(11)
    for (const [index, title] of titles.entries()) expect(title).toMatch(new RegExp(`^${index + 1}\\. \\w`))
    const links = within(screen.getByRole('navigation', { name: 'Contents' })).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(titles)
    await user.click(links[2] as HTMLElement)
    const sections = document.querySelectorAll('article > section')
    await waitFor(() => expect(sections[2]).toHaveFocus())
    expect(router.state.location.hash).toBe(`#${sections[2]?.id}`)

    // Clauses are numbered within their section.
    const second = sections[4]?.querySelectorAll('p')[1]
    expect(/^\d+\.\d+(?= )/.exec(second?.textContent ?? '')?.[0]).toBe(clause)

    const references = article.queryAllByRole('link', { name: /^section \d+$/i })
    expect(references.length > 0).toBe(clause !== undefined)
    for (const { hash, textContent } of references as HTMLAnchorElement[])
      expect(`section ${document.querySelector(`${hash} h2`)?.textContent}`).toMatch(
        new RegExp(`^${textContent}\\.`, 'i'),
      )
    expect(sections[10]).toHaveTextContent(last)

    for (const table of screen.queryAllByRole('table')) {
      const region = table.parentElement
      expect(region).toHaveAttribute('tabindex', '0')
      expect(region).toHaveAccessibleName(region?.previousElementSibling?.textContent ?? '')
      const columns = within(table).getAllByRole('columnheader').length
      for (const row of within(table).getAllByRole('row')) expect(row.children).toHaveLength(columns)
    }
    for (const name of tables) {
      const table = within(screen.getByRole('table', { name }))
      const columns = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
      expect(columns).toEqual(['Name', 'Purpose', 'Kind', 'Kept'])
      expect(table.getByRole('rowheader', { name: 'cookieConsent' })).toBeVisible()
    }

    await user.click(article.getAllByRole('link', { name: other })[0] as HTMLElement)
    expect(await screen.findByRole('heading', { level: 1, name: other })).toBeVisible()
  })
})
