import { createHash } from 'node:crypto'
import { startTestServer, type TestServer } from './backend.ts'
import { createSignedInUser } from './backend-users.ts'
import { fakeContent } from './custom-projects.ts'
import { createOwnerApi } from './owner-api.ts'
import { addReview } from './rows.ts'

const WORDS =
  'basement underpinning trench party wall terrace garden vault propping piling drain clay gravel water slab steel kneeboard lightwell patio cellar mortar soil shaft heave beam column tanking membrane sump pump neighbour survey level'.split(
    ' ',
  )
const PLACES = ['Barnes', 'Kew', 'Putney', 'Clapham', 'Dulwich', 'Hackney', 'Peckham', 'Ealing', 'Chiswick', 'Camden']
const REVIEWS = 40
/** Newest projects with six real photos. The others only add to the count. */
const WHOLE_PROJECTS = 12

// Repeated text would compress to nothing.
const words = (seed: string, count: number) => {
  const bytes = createHash('shake256', { outputLength: count }).update(seed).digest()
  const [first = '', ...others] = [...bytes].map((byte) => WORDS[byte % WORDS.length] ?? '')
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(' ')
}
const place = (index: number) => PLACES[index % PLACES.length] ?? ''

/**
 * Starts the embedded backend with years of an owner's work: `projects` projects of six photos, 40 reviews, a hero and
 * 'Latest'.
 */
export const startFilledBackend = async (projects: number, pagesOrigin = ''): Promise<TestServer> => {
  const backend = await startTestServer({ pagesOrigin })
  const { token } = await createSignedInUser(backend, 'admin', { role: 'admin' })
  const owner = createOwnerApi(backend, token)

  let number = 0
  const picture = (widths: number[]) => {
    number += 1
    return owner.picture(number, widths, `${number}`)
  }
  const item = async (name: string) => ({ ...(await picture([640, 1024, 1280])), alt: words(name, 9) })
  const [hero, latest] = [
    [await item('item 0'), await item('item 1')],
    [await item('item 2'), await item('item 3')],
  ]
  await owner.publish({ hero, latest })

  const addProject = async (index: number) => {
    const name = `project ${index}`
    const isWhole = index >= projects - WHOLE_PROJECTS
    const images = Array.from({ length: isWhole ? 6 : 3 }, async (_, photograph) => ({
      ...(await picture(isWhole ? [480, 720, 960, 1280] : [480])),
      alt: words(`${name} alt ${photograph}`, 8),
      description: words(`${name} caption ${photograph}`, 10),
    }))
    const content = {
      ...fakeContent(...(await Promise.all(images))),
      title: words(`${name} title`, 3),
      location: `${place(index)}, London`,
      completed: `2025-${String((index % 12) + 1).padStart(2, '0')}`,
      summary: `${words(`${name} summary`, 14)}.`,
      description: [1, 2, 3].map((paragraph) => `${words(`${name} ${paragraph}`, 50)}.`),
      services: [1, 2, 3, 4].map((service) => words(`${name} service ${service}`, 3)),
      ...{ before: 0, after: 2 },
    }
    const address = `${content.title.toLowerCase().replaceAll(' ', '-')}-${index}`
    await owner.publishProject(address, content)
  }
  for (let index = 0; index < projects; index += 1) await addProject(index)

  for (let index = 0; index < REVIEWS; index += 1)
    await addReview(backend, {
      ...{ name: `Visitor ${index}`, location: place(index), text: `${words(`review ${index}`, 40)}.` },
      ...{ email: `visitor-${index}@example.com`, status: 'approved' },
      ...(index === REVIEWS - 1 && { reply: 'Thank you, <b>visitor</b>.', replied_at: new Date().toISOString() }),
    })
  return backend
}
