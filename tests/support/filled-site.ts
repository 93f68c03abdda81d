import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { startTestServer, type TestServer } from './backend.ts'
import { type ApiAnswer, rpc, signedIn } from './backend-users.ts'
import { contentOf, draftOf, keyOf, ownProjects, pictureOf, type Saved } from './own-projects.ts'
import { addReview } from './rows.ts'
import { asUploaded, uploadFile } from './uploads.ts'

const root = path.resolve(import.meta.dirname, '../..')
const project = path.join(root, 'src/content/projects/mayfair-basement')
const views: { base: string }[] = JSON.parse(readFileSync(path.join(project, 'images.json'), 'utf8'))

const WORDS =
  'basement underpinning trench party wall terrace garden vault propping piling drain clay gravel water slab steel kneeboard lightwell patio cellar mortar soil shaft heave beam column tanking membrane sump pump neighbour survey level'.split(
    ' ',
  )
const PLACES = ['Barnes', 'Kew', 'Putney', 'Clapham', 'Dulwich', 'Hackney', 'Peckham', 'Ealing', 'Chiswick', 'Camden']
const REVIEWS = 40
/** Of the newest, which head the list, six photographs as they are; those before them are there to be many. */
const WHOLE_PROJECTS = 12

/** `count` words that are others for another `seed`, as text costs its bytes only once. */
const words = (seed: string, count: number) => {
  const bytes = createHash('shake256', { outputLength: count }).update(seed).digest()
  const [first = '', ...others] = [...bytes].map((byte) => WORDS[byte % WORDS.length] ?? '')
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}
const place = (index: number) => PLACES[index % PLACES.length] ?? ''

/** Throws with what the server said. */
const done = <Body>({ status, body }: ApiAnswer): Body => {
  if (status >= 300) throw new Error(`The site could not be filled: ${status} ${JSON.stringify(body)}`)
  return body as Body
}

/**
 * Starts the embedded backend on an origin of its own and publishes what an owner has after some years, by the calls of the
 * owner's screens: a hero and 'Latest' of their own, `projects` of six photographs each, 40 reviews.
 */
export const startFilledBackend = async (projects: number, pagesOrigin = ''): Promise<TestServer> => {
  const backend = await startTestServer({ pagesOrigin })
  const admin = await signedIn(backend, 'admin', { role: 'admin' })

  let number = 0
  /** A picture of the gallery's models; what follows a WebP's end makes it another file. */
  const picture = async (isWhole: boolean) => {
    const { base } = views[number % views.length] ?? { base: '' }
    const widths = isWhole ? [480, 960, 1280] : [480]
    number += 1
    const files = widths.map(async (width) => {
      const file = await asUploaded(base, width)
      return uploadFile(backend, admin, Buffer.concat([file, Buffer.from(`${number} ${width}`)]))
    })
    const [width = 0] = widths.slice(-1)
    return { ...pictureOf(...(await Promise.all(files))), widths, width, height: (width * 3) / 4 }
  }
  const items = ['hero', 'hero', 'latest', 'latest'].map(async (where, index, all) => {
    const position = index - all.indexOf(where)
    return { ...(await picture(true)), kind: 'image', place: where, position, alt: words(`item ${index}`, 9) }
  })
  done(await rpc(backend, admin, 'publish', { p_items: await Promise.all(items), p_replaces: null }))

  const { save, publish } = ownProjects(backend, admin)
  const addProject = async (index: number) => {
    const name = `project ${index}`
    const isWhole = index >= projects - WHOLE_PROJECTS
    const images = Array.from({ length: isWhole ? 6 : 3 }, async (_, photograph) => ({
      ...(await picture(isWhole)),
      alt: words(`${name} alt ${photograph}`, 8),
      description: words(`${name} caption ${photograph}`, 10),
    }))
    const content = {
      ...contentOf(...(await Promise.all(images))),
      title: words(`${name} title`, 3),
      location: `${place(index)}, London`,
      completed: `2025-${String((index % 12) + 1).padStart(2, '0')}`,
      summary: `${words(`${name} summary`, 14)}.`,
      description: [1, 2, 3].map((paragraph) => `${words(`${name} ${paragraph}`, 50)}.`),
      services: [1, 2, 3, 4].map((service) => words(`${name} service ${service}`, 3)),
      ...{ before: 0, after: 2 },
    }
    const saved = done<Saved>(await save({ id: keyOf(name), version: null }, draftOf(content)))
    const address = `${content.title.toLowerCase().replaceAll(' ', '-')}-${index}`
    done(await publish({ ...saved, id: keyOf(name) }, content, address))
  }
  for (let index = 0; index < projects; index += 1) await addProject(index)

  for (let index = 0; index < REVIEWS; index += 1)
    await addReview(backend, {
      ...{ name: `Visitor ${index}`, location: place(index), text: `${words(`review ${index}`, 40)}.` },
      ...{ email: `visitor-${index}@example.com`, status: 'approved' },
    })
  return backend
}
