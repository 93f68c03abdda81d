import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { Fragment } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { routes } from '@/app/routes'
import { featuredTestimonials } from '@/content/featured-testimonials'
import { projectCards } from '@/content/projects'
import { site } from '@/content/site'
import { expectConsole } from '../support/dom'
import { renderSite } from '../support/render-site'

const pages = [
  ['/', 'We build the floor beneath your London house', `${site.name} | ${site.tagline}`],
  ['/projects', 'Our Projects', `Our Projects | ${site.name}`],
  ['/testimonials', 'Testimonials', `Testimonials | ${site.name}`],
  ['/business-card', 'Digital Business Card', `Digital Business Card | ${site.name}`],
  ['/terms-and-conditions', 'Terms and Conditions', `Terms and Conditions | ${site.name}`],
  ['/privacy-policy', 'Privacy Policy', `Privacy Policy | ${site.name}`],
  ['/maintenance', 'Maintenance', `Maintenance | ${site.name}`],
  ...projectCards.map(({ id, title }) => [`/project/${id}`, title, `${title} | ${site.name}`] as const),
] as const

describe('every route', () => {
  it.each(pages)(
    '%s has the heading "%s", its own title and nothing to complain about',
    async (path, heading, title) => {
      await renderSite(path)
      expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName(heading)
      await waitFor(() => expect(document.title).toBe(title))
      expect(document.querySelectorAll('title')).toHaveLength(1)
    },
  )

  // What an administrator sees there is the admin area's own test.
  it.each([
    '/admin/login',
    '/admin/dashboard',
    '/admin/approve-testimonial',
    '/admin/user-manager',
    '/admin/reset-password',
  ])('%s leads to a screen of the admin area', async (path) => {
    await renderSite(path)
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveAccessibleName('Oops! Page not found')
    await waitFor(() => expect(document.title).toContain(site.name))
  })

  it('gives each page its own description', async () => {
    const descriptions: string[] = []
    for (const [path] of pages) {
      await renderSite(path)
      descriptions.push(document.querySelector('meta[name=description]')?.getAttribute('content') ?? '')
      cleanup()
    }
    expect(descriptions.every((text) => text.length > 20)).toBe(true)
    expect(new Set(descriptions).size).toBe(descriptions.length)
  })
})

describe('moving between pages', () => {
  it('takes what only machines read of the first page out of the head, for it is true of no other', async () => {
    const { user } = await renderSite('/testimonials')
    const written =
      '<meta property="og:title" content="A"><meta name="twitter:card" content="B"><script type="application/ld+json">{}</script>'
    document.head.insertAdjacentHTML('beforeend', written)
    const left = () =>
      document.head.querySelectorAll('[property], [name^=twitter], [type="application/ld+json"]').length
    expect(left()).toBe(3)
    await user.click(screen.getByRole('link', { name: 'Back to home' }))
    await waitFor(() => expect(document.title).toContain(site.tagline))
    await waitFor(() => expect(left()).toBe(0))
    expect(document.head.querySelectorAll('meta[name=description], meta[name=robots]')).toHaveLength(2)
  })

  it('puts the focus on the heading of the new page and changes the title', async () => {
    const { user } = await renderSite('/projects')
    expect(screen.getByRole('heading', { level: 1 })).not.toHaveFocus()
    await user.click(screen.getByRole('link', { name: new RegExp(`View Project ?: ${projectCards[0]?.title}`) }))
    const heading = await screen.findByRole('heading', { level: 1, name: projectCards[0]?.title ?? '' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe(`${projectCards[0]?.title} | ${site.name}`)
  })

  it.each([
    ['/projects', 'Back to home', '/'],
    ['/testimonials', 'Back to home', '/'],
    ['/business-card', 'Back to home', '/'],
    ['/terms-and-conditions', 'Back to Homepage', '/'],
    ['/privacy-policy', 'Back to Homepage', '/'],
    ['/maintenance', 'Back to Website', '/'],
    ['/project/mayfair-basement', 'Back to Projects', '/projects'],
  ])('leads from %s by "%s" to %s', async (path, label, target) => {
    const { router, user } = await renderSite(path)
    await user.click(screen.getByRole('link', { name: label }))
    await waitFor(() => expect(router.state.location.pathname).toBe(target))
  })

  it('opens every project from the projects page', async () => {
    await renderSite('/projects')
    const links = screen.getAllByRole('link', { name: /^View Project/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(projectCards.map(({ id }) => `/project/${id}`))
  })

  it('reaches the legal pages, the projects and the business card from the footer', async () => {
    await renderSite('/testimonials')
    const footer = within(screen.getByRole('contentinfo'))
    const target = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
    expect(target('Terms and Conditions')).toBe('/terms-and-conditions')
    expect(target('Privacy Policy')).toBe('/privacy-policy')
    expect(target('All projects')).toBe('/projects')
    expect(target('Business card')).toBe('/business-card')
    expect(target(site.phone.display)).toBe(site.phone.href)
    expect(target(site.email)).toBe(`mailto:${site.email}`)
  })

  it('offers to skip the navigation', async () => {
    await renderSite('/')
    const target = screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')?.slice(1)
    expect(document.getElementById(target ?? '')).toBe(screen.getByRole('main'))
  })
})

describe('a URL that leads nowhere', () => {
  it.each(['/no-such-page', '/projects/extra', '/admin/no-such-page'])('answers %s with the 404 page', async (path) => {
    const log = vi.spyOn(console, 'info').mockImplementation(() => {})
    const { router, user } = await renderSite(path)
    expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName('Oops! Page not found')
    expect(log).toHaveBeenCalledWith(expect.stringContaining(path))
    expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await user.click(screen.getByRole('link', { name: 'Return to Home' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })

  it.each(['/project/no-such-project', '/project/constructor', '/project/%3Cb%3E'])(
    'answers %s with a link back to the projects',
    async (path) => {
      const { router, user } = await renderSite(path)
      expect(screen.getByRole('heading', { level: 1 })).toHaveAccessibleName('Project Not Found')
      expect(screen.getByText("The project you're looking for doesn't exist or has been removed.")).toBeInTheDocument()
      await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Back to Projects' }))
      await waitFor(() => expect(router.state.location.pathname).toBe('/projects'))
    },
  )
})

describe('a page that fails', () => {
  const failing = (loader: () => never) => {
    const [root] = routes
    if (!root?.children) throw new Error('The route table has no root')
    // React and the router both report the failure, as they should.
    expectConsole('error')
    const page = { id: 'page', path: '/', loader, Component: Fragment }
    render(<RouterProvider router={createMemoryRouter([{ ...root, index: false, children: [page] }])} />)
  }

  it('shows the status of an answer that is not a page', async () => {
    failing(() => {
      throw new Response('', { status: 503, statusText: 'Service Unavailable' })
    })
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeInTheDocument()
    expect(screen.getByText('503 Service Unavailable')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    expect(document.title).toBe('Unexpected Application Error!')
  })

  it('shows the message of an error', async () => {
    failing(() => {
      throw new Error('The chunk has gone')
    })
    expect(await screen.findByText('The chunk has gone')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  it('finds words for something that is no error at all', async () => {
    failing(() => {
      throw { secret: 'not for the page' }
    })
    expect(await screen.findByText('Unknown error')).toBeInTheDocument()
  })
})

describe('the testimonials page', () => {
  it('shows three featured testimonials with five stars each', async () => {
    await renderSite('/testimonials')
    const featured = screen.getByRole('region', { name: 'Featured Testimonials' })
    const cards = within(featured).getAllByRole('figure')
    expect(cards).toHaveLength(3)
    for (const [index, card] of cards.entries()) {
      expect(card).toHaveTextContent(featuredTestimonials[index]?.text ?? '?')
      expect(within(card).getByText('Rated 5 out of 5')).toBeInTheDocument()
    }
  })
})

describe('the business card', () => {
  it('shows name, title, e-mail, telephone and website of the founder', async () => {
    await renderSite('/business-card')
    const card = within(screen.getByRole('article', { name: `Business card of ${site.founder.name}` }))
    expect(card.getByText(site.founder.name)).toBeVisible()
    expect(card.getByText('Founder & CEO')).toBeVisible()
    expect(card.getByRole('link', { name: site.email })).toHaveAttribute('href', `mailto:${site.email}`)
    expect(card.getByRole('link', { name: site.phone.display })).toHaveAttribute('href', site.phone.href)
    expect(card.getByRole('link', { name: new URL(site.url).host })).toHaveAttribute('href', site.url)
  })
})

describe('the home page', () => {
  it('has the four sections that the navigation scrolls to', async () => {
    await renderSite('/')
    const ids = ['services', 'projects', 'why-choose-us', 'contact-section']
    expect(ids.map((id) => document.getElementById(id)?.tagName)).toEqual(ids.map(() => 'SECTION'))
  })

  it('shows four latest projects, each leading to its page', async () => {
    await renderSite('/')
    const section = within(document.getElementById('projects') as HTMLElement)
    expect(section.getByRole('heading', { name: 'Our Latest Projects' })).toBeInTheDocument()
    const links = within(section.getByRole('list')).getAllByRole('link')
    expect(links).toHaveLength(4)
    for (const link of links) expect(link.getAttribute('href')).toMatch(/^\/project\//)
  })
})
