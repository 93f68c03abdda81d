import { afterEach, describe, expect, it, vi } from 'vitest'
import digImages from '@/content/dig/images.json'
import { house, steps } from '@/content/dig/steps'
import { districts, withPin } from '@/content/districts'
import { bundledCards } from '@/content/projects/bundled'
import { latestProjects } from '@/published/latest-projects'
import { loadProject } from '@/published/load-project'

afterEach(() => vi.unstubAllGlobals())

describe('projects', () => {
  it.each(bundledCards)('project $id matches its card and has a unique position', async (card) => {
    expect(bundledCards.filter(({ order }) => order === card.order)).toEqual([card])
    const project = await loadProject(card.id)
    const { image, after, ...words } = card
    expect(project).toMatchObject({
      ...words,
      first: image,
      after: after && { base: after.base },
      images: project?.images.map((_, index) => ({ id: index + 1 })),
    })
    expect(project?.images[0]).toEqual(project?.first)
    if (after) expect(project?.images.slice(1)).toContainEqual(project?.after)
    for (const part of [project?.services, project?.description]) expect(part?.length).toBeGreaterThan(0)
    // A card has two lines for the summary.
    expect(card.summary.length).toBeLessThanOrEqual(105)
  })

  it.each(bundledCards)('the map pin of project $id is in a known district', (card) => {
    expect(districts).toContainEqual(withPin(card).pin)
  })

  it.each([
    ['Barnes', 'Barnes'],
    ['Barnes, London', 'Barnes'],
    ['Kew (two gardens)', 'Kew'],
    ['Kewstoke, Somerset', undefined],
    ['constructor', undefined],
  ])('a custom project in %s is pinned to the district %s', (location, district) => {
    const [card] = bundledCards
    if (!card) throw new Error('There is no project')
    expect(withPin({ ...card, location }).pin?.[0]).toBe(district)
  })

  it('each project on the home page shows its last image', async () => {
    for (const { id, image } of latestProjects) expect((await loadProject(id))?.images.at(-1)).toMatchObject(image)
  })

  it.each([
    ['', 0],
    ['__proto__', 0],
    ['mayfair-basement/', 0],
    ['unknown', 1],
    // One response covers all.
    ['constructor', 0],
  ])('loading the unknown project %j makes %i backend requests', async (id, times) => {
    const fetch = vi.fn(async () =>
      Response.json({ changed: 1, contents: 1, publication: null, portfolio: [], review: null }),
    )
    vi.stubGlobal('fetch', fetch)
    expect(await loadProject(id)).toBeNull()
    expect(fetch).toHaveBeenCalledTimes(times)
  })
})

it('the dig has one step per image, and its text matches the last step', () => {
  expect(digImages).toHaveLength(steps.length)
  expect(house.text).toContain(`${steps.at(-1)?.depth} m deep, ${steps.at(-1)?.weeks.split('–')[1]} weeks`)
})
