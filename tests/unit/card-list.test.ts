import { expect, it } from 'vitest'
import type { ProjectCard } from '@/domain/project'
import { toCardList } from '@/published/cards'

const cards = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `c${index}` }) as ProjectCard)

const counts = [0, 1, 5, 11, 12, 17, 18, 24, 25, 45, 205, 206]
it.each(counts)('splitting %i project cards keeps them all and ends with full rows', async (count) => {
  const { first, later, ids } = toCardList(cards(count))
  const others = (await later?.load()) ?? []
  expect([...first, ...others]).toEqual(cards(count))
  expect([...(ids ?? [])]).toEqual(cards(count).map(({ id }) => id))
  expect(first.length).toBeLessThanOrEqual(11)
  if (count > 11) expect(first.length).toBeGreaterThan(5)
  // Complete rows of two and of three.
  expect(others.length % 6).toBe(0)
  expect(later?.count ?? 0).toBe(others.length)
  expect(later?.id).toBe(others[0]?.id)
})
