import { describe, expect, it } from 'vitest'
import { loadProject, projectCards } from '@/content/projects'
import { latestProjects } from '@/content/projects/latest'

describe('a project', () => {
  it.each(projectCards)('$id has its own place, opens as its card does and shows its stages in order', async (card) => {
    expect(projectCards.filter(({ order }) => order === card.order)).toEqual([card])
    const project = await loadProject(card.id)
    const { image, ...words } = card
    expect(project).toMatchObject({ ...words, images: project?.images.map((_, index) => ({ id: index + 1 })) })
    expect(project?.images[0]).toEqual(image)
    if (card.after) expect(project?.images.slice(1)).toContainEqual(card.after)
    for (const part of [project?.services, project?.description]) expect(part?.length).toBeGreaterThan(0)
    // A card gives the summary two lines.
    expect(card.summary.length).toBeLessThanOrEqual(105)
  })

  it('on the home page shows its last picture', async () => {
    for (const { id, image } of latestProjects) expect(image).toEqual((await loadProject(id))?.images.at(-1))
  })

  it.each(['', 'unknown', 'constructor', '__proto__', 'mayfair-basement/'])('is not known as %j', async (id) => {
    expect(await loadProject(id)).toBeNull()
  })
})
