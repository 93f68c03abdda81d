import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { parsePortfolio, parseProject } from '@/domain/own-project'
import { PROJECT_LIMITS } from '../../supabase/functions/_shared/contract/project.ts'
import { PUBLICATION_LIMITS, publicationSchema } from '../../supabase/functions/_shared/contract/publication.ts'
import { contentOf, fileOf, keyOf, ownProjects, photographOf, pictureOf, storeFiles } from '../support/own-projects.ts'
import { startWithPeople } from '../support/people.ts'

const database = await startWithPeople()
const { admin, rpc, stop } = database
afterAll(stop)

const site = async () => (await rpc('visitor', 'site')).body as { publication: unknown; portfolio: unknown }

const file = fileOf('a')
await storeFiles(database, [file])

test('what the database takes for a picture of the home page, pages can read: words whose characters JavaScript counts as two', async () => {
  const item = {
    kind: 'image',
    ...pictureOf(file),
    alt: '😀'.repeat(PUBLICATION_LIMITS.alt),
    place: 'latest',
    position: 0,
  }
  expect((await rpc(admin, 'publish', { p_items: [item], p_replaces: null })).status).toBe(200)
  expect(v.parse(publicationSchema, (await site()).publication)?.items).toEqual([item])
})

test('what the database takes for a project, pages can read: at its limits, and with spaces that count as letters', async () => {
  const longest = (name: keyof typeof PROJECT_LIMITS) => '😀'.repeat(PROJECT_LIMITS[name][1])
  const content = {
    ...contentOf({ ...photographOf(file), alt: longest('alt'), description: longest('caption') }),
    ...{ title: '\u00a0\u00a0\u00a0', location: longest('location'), summary: longest('summary') },
    description: Array(PROJECT_LIMITS.description[1]).fill(longest('paragraph')),
    services: ['\u00a0'],
  }
  const { save, publish } = ownProjects(database, admin)
  const id = keyOf('longest')
  await save({ id, version: null }, {})
  expect(await publish({ id, version: 0 }, content, 'longest')).toMatchObject({ status: 200 })
  const { body } = await rpc('visitor', 'published_project', { p_id: 'longest' })
  const project = parseProject('longest', body, String)
  expect(project).toMatchObject({
    location: content.location,
    images: [{ alt: content.images[0]?.alt, widths: [480] }],
  })
  expect(parsePortfolio((await site()).portfolio, String).own).toMatchObject([{ id: 'longest' }])
})
