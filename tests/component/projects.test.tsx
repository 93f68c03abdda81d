import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import gallery from '@/content/gallery/images.json'
import { loadProject, projectCards } from '@/content/projects'
import { renderSite } from '../support/render-site'

const main = () => within(screen.getByRole('main'))
const contact = '/#contact-section'

const expectCallToAction = () => {
  const section = within(screen.getByRole('region', { name: 'Ready to Start Your Project?' }))
  expect(section.getByRole('link', { name: 'Get in Touch' })).toHaveAttribute('href', contact)
}

describe('the projects page', () => {
  it('shows a card for each project, then thirteen photo cards', async () => {
    await renderSite('/projects')
    const cards = main()
      .getAllByRole('listitem')
      .map((card) => within(card))
    expect(cards).toHaveLength(projectCards.length + 13)
    for (const [index, { title, summary, location, id, image }] of projectCards.entries()) {
      const card = cards[index] as (typeof cards)[number]
      expect(card.getByRole('heading', { level: 2, name: title })).toBeInTheDocument()
      expect(card.getByText(summary)).toHaveClass('line-clamp-2')
      expect(card.getByText(location)).toBeInTheDocument()
      expect(card.getByRole('img', { name: image.alt })).toBeInTheDocument()
      expect(card.getByRole('link', { name: new RegExp(`^View Project ?: ${title}$`) })).toHaveAttribute(
        'href',
        `/project/${id}`,
      )
    }
    for (const [index, { alt, description }] of gallery.entries()) {
      const card = cards[projectCards.length + index] as (typeof cards)[number]
      expect(card.getByRole('button', { name: `${alt} ${description}` })).toHaveAttribute('aria-haspopup', 'dialog')
      expect(card.getByText(description)).toBeInTheDocument()
    }
  })

  it('says that the pictures are models, and closes with the call to action', async () => {
    await renderSite('/projects')
    expect(main().getByText(/^Model view/)).toBeInTheDocument()
    expectCallToAction()
  })

  it('lets only the first picture ahead of the rest of the page', async () => {
    await renderSite('/projects')
    const eager = [...document.querySelectorAll('main img')].filter((img) => img.getAttribute('loading') === 'eager')
    expect(eager.map((img) => img.getAttribute('alt'))).toEqual([projectCards[0]?.image.alt])
  })
})

describe.each([
  ['mayfair-basement', 'Mayfair', '2024', 18],
  ['traditional-underpinning', 'Clerkenwell Green', '2023', 17],
  ['hampstead-basement', 'Hampstead (rear basement courtyard)', '2023', 17],
  ['farringdon-basement', 'Farringdon', '2023', 17],
  ['feltham-basement', 'Feltham', '2023', 7],
] as const)('the page of %s', (id, location, year, count) => {
  it('shows overview, summary, services, place and year, and asks for the next one', async () => {
    const project = await loadProject(id)
    if (!project) throw new Error('There is no such project')
    await renderSite(`/project/${id}`)
    expect(screen.getByRole('heading', { level: 1, name: project.title })).toBeInTheDocument()
    expect(main().getByRole('heading', { name: 'Project Overview' })).toBeInTheDocument()
    for (const paragraph of project.description) expect(main().getByText(paragraph)).toBeInTheDocument()
    expect(main().getByRole('heading', { name: 'Project Summary' }).nextElementSibling).toHaveTextContent(
      project.summary,
    )

    const facts = within(screen.getByRole('region', { name: 'Title block' }))
    expect(facts.getByText('Location').nextElementSibling).toHaveTextContent(location)
    expect(facts.getByText('Completion Date').nextElementSibling).toHaveTextContent(year)
    expect(facts.getByRole('heading', { name: 'Services Provided' })).toBeInTheDocument()
    const services = facts.getAllByRole('listitem').map((item) => item.lastChild?.textContent)
    expect(services).toEqual(project.services)
    expect(facts.getByRole('link', { name: 'Request Similar Project' })).toHaveAttribute('href', contact)
    expectCallToAction()
  })

  it(`shows its first picture at once and all ${count} as stages`, async () => {
    const project = await loadProject(id)
    await renderSite(`/project/${id}`)
    const [first] = main().getAllByRole('img')
    expect(first).toHaveAccessibleName(project?.images[0]?.alt)
    expect(first).toHaveAttribute('loading', 'eager')
    const stages = within(screen.getByRole('region', { name: 'Project Gallery' })).getAllByRole('listitem')
    expect(stages).toHaveLength(count)
    for (const [index, stage] of stages.entries()) {
      expect(stage).toHaveTextContent(`Stage ${index + 1}${project?.images[index]?.description}`)
      expect(within(stage).getByRole('button')).toBeInTheDocument()
    }
  })
})

it('keeps a project that does not exist out of search results', async () => {
  await renderSite('/project/no-such-project?photo=3')
  await waitFor(() => expect(document.title).toMatch(/^Project Not Found/))
  expect(document.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
