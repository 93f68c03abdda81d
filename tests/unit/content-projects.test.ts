import { describe, expect, it } from 'vitest'
import { loadProject, projectCards } from '@/content/projects'
import { latestProjects } from '@/content/projects/latest'
import type { Project } from '@/domain/project'

const load = async (id: string): Promise<Project> => {
  const project = await loadProject(id)
  if (!project) throw new Error(`${id} is missing`)
  return project
}

describe('projects', () => {
  it('have the five of the specification among them, in its order, with its places and years', () => {
    const facts = projectCards.map(({ id, location, completionDate }) => [id, location, completionDate])
    const specified = [
      ['mayfair-basement', 'Mayfair', '2024'],
      ['traditional-underpinning', 'Clerkenwell Green', '2023'],
      ['hampstead-basement', 'Hampstead (rear basement courtyard)', '2023'],
      ['farringdon-basement', 'Farringdon', '2023'],
      ['feltham-basement', 'Feltham', '2023'],
    ]
    expect(facts.filter(([id]) => specified.some(([other]) => other === id))).toEqual(specified)
  })

  it('have a place of their own each', () => {
    expect(new Set(projectCards.map(({ order }) => order)).size).toBe(projectCards.length)
  })

  it.each([
    ['mayfair-basement', 18],
    ['traditional-underpinning', 17],
    ['hampstead-basement', 17],
    ['farringdon-basement', 17],
    ['feltham-basement', 7],
  ])('%s shows its %i stages in order', async (id, count) => {
    const { images } = await load(id)
    expect(images.map((image) => image.id)).toEqual(Array.from({ length: count }, (_, index) => index + 1))
    expect(images.every((image) => image.base.startsWith(`/pictures/projects/${id}/`))).toBe(true)
  })

  it.each(projectCards)('$id opens with the picture and the words of its card', async (card) => {
    const { title, summary, images, services, description } = await load(card.id)
    expect({ title, summary, image: images[0] }).toEqual({
      title: card.title,
      summary: card.summary,
      image: card.image,
    })
    expect(services.length).toBeGreaterThan(0)
    expect(description.length).toBeGreaterThan(0)
    // A card gives the summary two lines.
    expect(summary.length).toBeLessThanOrEqual(105)
  })

  it.each(projectCards)('$id does not pass its model renders off as photographs', async ({ id }) => {
    const project = await load(id)
    expect(JSON.stringify(project)).not.toMatch(/photo/i)
  })

  it.each(['', 'unknown', 'constructor', '__proto__', 'mayfair-basement/'])('knows no project %j', async (id) => {
    expect(await loadProject(id)).toBeNull()
  })

  it('lead to real projects from the home page, with the last picture of each', async () => {
    for (const { id, image } of latestProjects) {
      expect(image).toEqual((await load(id)).images.at(-1))
    }
  })
})
