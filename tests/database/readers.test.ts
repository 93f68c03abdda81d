import * as v from 'valibot'
import { afterAll, expect, test, vi } from 'vitest'
import { parsePortfolio, parseProject } from '@/domain/custom-project'
import { readSnapshot } from '@/prerender/snapshot'
import { PROJECT_LIMITS } from '../../supabase/functions/_shared/contract/project.ts'
import { PUBLICATION_LIMITS, publicationSchema } from '../../supabase/functions/_shared/contract/publication.ts'
import {
  createCustomProjects,
  fakeContent,
  fakeFileName,
  fakeImage,
  fakeProjectImage,
  type Saved,
  storeFiles,
  toKey,
} from '../support/custom-projects.ts'
import { addReview } from '../support/rows.ts'
import { startWithUsers } from '../support/test-users.ts'

const database = await startWithUsers()
const { admin, rpc, stop } = database
afterAll(stop)

const site = async () => (await rpc('visitor', 'site')).body as { publication: unknown; portfolio: unknown }

const file = fakeFileName('a')
await storeFiles(database, [file])

const built = async (name: Parameters<typeof readSnapshot>[0]) => {
  const settings = { VITE_SUPABASE_URL: `${database.url}/`, VITE_SUPABASE_PUBLISHABLE_KEY: database.publishableKey }
  vi.stubGlobal('fetch', database.fetch)
  return readSnapshot(name, settings).finally(() => vi.unstubAllGlobals())
}

test('a build reads an empty snapshot while nothing is published or approved', async () => {
  expect(await built('virtual:site')).toEqual({
    ...{ changed: 0, contents: 0, publication: null, review: null, projects: [] },
    portfolio: { order: [], hidden: [], unreadable: [], custom: [] },
  })
  const numbers = { since: null, received: 0, published: 0, waiting: 0, rejected: {} }
  const summary = { count: 0, average: null, numbers }
  expect(await built('virtual:approved-reviews')).toEqual({ reviews: [], summary })
})

test('pages can read a home page image with the longest alt text in emoji', async () => {
  const item = {
    kind: 'image',
    ...fakeImage(file),
    alt: '😀'.repeat(PUBLICATION_LIMITS.alt),
    place: 'latest',
    position: 0,
  }
  expect((await rpc(admin, 'publish', { p_items: [item], p_replaces: null })).status).toBe(200)
  expect(v.parse(publicationSchema, (await site()).publication)?.items).toEqual([item])
})

test('pages can read a project with maximum-length texts and non-breaking spaces', async () => {
  const longest = (name: keyof typeof PROJECT_LIMITS) => '😀'.repeat(PROJECT_LIMITS[name][1])
  const content = {
    ...fakeContent({ ...fakeProjectImage(file), alt: longest('alt'), description: longest('caption') }),
    ...{ title: '\u00a0\u00a0\u00a0', location: longest('location'), summary: longest('summary') },
    description: Array(PROJECT_LIMITS.description[1]).fill(longest('paragraph')),
    services: ['\u00a0'],
  }
  const { save, publish } = createCustomProjects(database, admin)
  const id = toKey('longest')
  const { version } = (await save({ id }, { title: '' })).body as Saved
  expect(await publish({ id, version }, content, 'longest')).toMatchObject({ status: 200 })
  const { body } = await rpc('visitor', 'published_project', { p_id: 'longest' })
  const project = parseProject('longest', body, String)
  expect(project).toMatchObject({
    location: content.location,
    images: [{ alt: content.images[0]?.alt, widths: [480] }],
  })
  expect(parsePortfolio((await site()).portfolio, String).custom).toMatchObject([{ id: 'longest' }])
})

test('a build reads published content and approved reviews without email addresses', async () => {
  for (let day = 1; day <= 8; day += 1)
    await addReview(database, {
      ...{ name: `R${day}`, rating: 4, status: day === 8 ? 'pending' : 'approved' },
      ...{ email: `customer${day}@example.com`, created_at: `2026-01-0${day}` },
      ...(day === 7 && { reply: 'Thank you', replied_at: '2026-01-09' }),
    })
  expect(await built('virtual:site')).toMatchObject({
    changed: expect.any(Number),
    publication: { id: expect.any(Number), items: [{ kind: 'image', files: [file] }] },
    projects: [{ id: 'longest' }],
  })
  const approved = await built('virtual:approved-reviews')
  expect(approved).toMatchObject({
    reviews: ['R7', 'R6', 'R5', 'R4', 'R3', 'R2'].map((name) => ({ name, reply: name === 'R7' ? 'Thank you' : '' })),
    summary: { count: 7, average: 4, numbers: { received: 8, published: 7, waiting: 1 } },
  })
  expect(JSON.stringify(approved)).not.toContain('@example.com')
})
