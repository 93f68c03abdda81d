import { describe, expect, it } from 'vitest'
import { privacy } from '@/content/legal/privacy'
import { terms } from '@/content/legal/terms'
import { loadProject, projectCards } from '@/content/projects'
import { latestProjects } from '@/content/projects/latest'
import * as adminKeys from '@/storage/admin-keys'
import * as keys from '@/storage/keys'

describe('a project', () => {
  it.each(projectCards)('$id has its own place, opens as its card does and shows its stages in order', async (card) => {
    expect(projectCards.filter(({ order }) => order === card.order)).toEqual([card])
    const project = await loadProject(card.id)
    const { image, ...words } = card
    expect(project).toMatchObject({ ...words, images: project?.images.map((_, index) => ({ id: index + 1 })) })
    expect(project?.images[0]).toEqual(image)
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

describe('the legal pages', () => {
  const linksIn = (value: unknown): { href: string; text: string }[] => {
    if (typeof value !== 'object' || value === null) return []
    if ('href' in value && 'text' in value) return [{ href: String(value.href), text: String(value.text) }]
    return Object.values(value).flatMap(linksIn)
  }

  it('name the section a reference leads to by its number', () => {
    const numbered = linksIn(terms).filter(({ href }) => href.startsWith('#'))
    expect(numbered.length).toBeGreaterThan(0)
    for (const { href, text } of numbered)
      expect(text.replace(/\D/g, '')).toBe(String(terms.sections.findIndex(({ id }) => `#${id}` === href) + 1))
  })

  it('give every row of a table a cell for every column', () => {
    const blocks = [terms, privacy].flatMap(({ sections }) => sections.flatMap((section) => section.blocks))
    const tables = blocks.filter((block) => block.kind === 'table')
    const uneven = tables.filter(({ columns, rows }) => rows.some((row) => row.length !== columns.length))
    expect(uneven.map(({ caption }) => caption)).toEqual([])
  })

  it('name every key under which the site keeps something in a browser', () => {
    const text = JSON.stringify(privacy)
    const kept = Object.values({ ...keys, ...adminKeys }).map(({ key }) => key)
    expect(kept.filter((key) => !text.includes(`"${key}"`))).toEqual([])
  })
})
