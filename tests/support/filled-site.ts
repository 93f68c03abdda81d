import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SITE_MEDIA_BUCKET } from '../../supabase/functions/_shared/contract/publication.ts'
import { draftOf, keyOf, ownProjects, type Saved } from '../database/own-projects.ts'
import { startTestServer, type TestServer } from './backend.ts'
import { type ApiAnswer, callAs, type Identity, signedIn } from './backend-users.ts'
import { asUploaded } from './uploads.ts'

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

const upload = async (backend: TestServer, token: string, bytes: Uint8Array<ArrayBuffer>) => {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.webp`
  const response = await fetch(`${backend.url}/storage/v1/object/${SITE_MEDIA_BUCKET}/${name}`, {
    method: 'POST',
    headers: {
      ...{ apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      ...{ 'content-type': 'image/webp', 'cache-control': 'max-age=3600' },
    },
    body: bytes,
  })
  if (!response.ok) throw new Error(`A picture could not be stored: ${await response.text()}`)
  return name
}

/**
 * Starts the embedded backend on an origin of its own and publishes what an owner has after some years, by the calls of the
 * owner's screens: a hero and 'Latest' of their own, `projects` of six photographs each, 40 reviews.
 */
export const startFilledBackend = async (projects: number, pagesOrigin = ''): Promise<TestServer> => {
  const backend = await startTestServer({ pagesOrigin })
  const admin = await signedIn(backend, 'admin', { role: 'admin' })
  const rpc = (who: Identity, name: string, body: object = {}) =>
    callAs(backend, who, `/rest/v1/rpc/${name}`, { method: 'POST', body })

  let number = 0
  /** A picture of the gallery's models; what follows a WebP's end makes it another file. */
  const picture = async (isWhole: boolean) => {
    const { base } = views[number % views.length] ?? { base: '' }
    const widths = isWhole ? [480, 960, 1280] : [480]
    number += 1
    const files = widths.map(async (width) => {
      const file = await asUploaded(base, width)
      return upload(backend, admin.token, Buffer.concat([file, Buffer.from(`${number} ${width}`)]))
    })
    return {
      files: await Promise.all(files),
      widths,
      width: widths.at(-1),
      height: ((widths.at(-1) ?? 0) * 3) / 4,
      placeholder: '#d6d0c8',
    }
  }
  const items = ['hero', 'hero', 'latest', 'latest'].map(async (where, index, all) => {
    const position = index - all.indexOf(where)
    return { ...(await picture(true)), kind: 'image', place: where, position, alt: words(`item ${index}`, 9) }
  })
  done(await rpc(admin, 'publish', { p_items: await Promise.all(items), p_replaces: null }))

  const { save, publish } = ownProjects({ admin, rpc, sql: backend.sql })
  const addProject = async (index: number) => {
    const name = `project ${index}`
    const isWhole = index >= projects - WHOLE_PROJECTS
    const images = Array.from({ length: isWhole ? 6 : 3 }, async (_, photograph) => ({
      ...(await picture(isWhole)),
      alt: words(`${name} alt ${photograph}`, 8),
      description: words(`${name} caption ${photograph}`, 10),
    }))
    const content = {
      title: words(`${name} title`, 3),
      location: `${place(index)}, London`,
      completed: `2025-${String((index % 12) + 1).padStart(2, '0')}`,
      summary: `${words(`${name} summary`, 14)}.`,
      description: [1, 2, 3].map((paragraph) => `${words(`${name} ${paragraph}`, 50)}.`),
      services: [1, 2, 3, 4].map((service) => words(`${name} service ${service}`, 3)),
      images: await Promise.all(images),
      ...{ cover: 0, before: 0, after: 2 },
    }
    const saved = done<Saved>(await save({ id: keyOf(name), version: null }, draftOf(content)))
    const address = `${content.title.toLowerCase().replaceAll(' ', '-')}-${index}`
    done(await publish({ ...saved, id: keyOf(name) }, content, address))
  }
  for (let index = 0; index < projects; index += 1) await addProject(index)

  for (let index = 0; index < REVIEWS; index += 1)
    await backend.sql(
      `insert into reviews (name, location, text, rating, source, email, status)
       values ($1, $2, $3, 5, 'Website', $4, 'approved')`,
      [`Visitor ${index}`, place(index), `${words(`review ${index}`, 40)}.`, `visitor-${index}@example.com`],
    )
  return backend
}
