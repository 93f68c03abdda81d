import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledCards } from '@/content/projects/bundled'
import { site } from '@/content/site'
import { toMirrorPath } from '@/domain/uploaded-image'
import { buildCopy, copyProject } from '../support/copy-project.mjs'
import { fakeContent, fakeImage } from '../support/custom-projects'
import { listen } from '../support/listen'
import { drawPicture } from '../support/uploads'

/** Files in Storage. The project's last picture is missing. */
const stored = new Map<string, Buffer>()
const draw = async (letter: string, width: number) => {
  const { bytes, name } = await drawPicture(width)
  if (letter !== 'c') stored.set(name, bytes)
  return name
}
const drawAll = (letter: string) => Promise.all([480, 960, 1600].map((width) => draw(letter, width)))
const drawn: Record<string, string[]> = { a: await drawAll('a'), b: await drawAll('b'), c: await drawAll('c') }
const image = (letter: string) => ({
  ...fakeImage(...(drawn[letter] ?? [])),
  // Size of the chosen photo, whose largest stored file is smaller.
  ...{ width: 3200, height: 2400 },
  alt: `View ${letter}`,
  description: `Words about ${letter}`,
})
const copyOf = (file = '') => toMirrorPath(file)
const title = 'A pool in Barnes </script><b>'
const words = { title, location: 'Barnes', completed: '2026-03', summary: 'A pool beneath a garden.' }
const published = {
  ...{ ...fakeContent(...['a', 'b', 'c'].map(image)), ...words },
  ...{ description: ['Only the page of the pool says this.'], before: 0, after: 1 },
}
const row = { built_in: false, position: 0, status: 'published', published_at: '2026-03-01T00:00:00+00:00' }
const answers: Record<string, unknown> = {
  site: {
    ...{ changed: 12, contents: 12, review: null },
    publication: { id: 1, items: [{ ...image('c'), kind: 'image', place: 'hero', position: 0 }] },
    portfolio: [
      { ...row, id: 'pool-in-barnes', content: { ...words, image: image('a'), before: image('a'), after: image('b') } },
      { ...row, id: 'mayfair-basement', built_in: true, position: null, status: 'hidden', content: null },
    ],
  },
  'published_project?p_id=pool-in-barnes': published,
  approved_reviews: [],
  approved_review_summary: { count: 0, average: null },
}
const asked: string[] = []
const backend = createServer(({ url = '' }, response) => {
  const file = stored.get(url.split('/').at(-1) ?? '')
  if (file) return response.writeHead(200, { 'content-type': 'image/webp' }).end(file)
  const question = url.replace('/rest/v1/rpc/', '')
  if (question !== url) asked.push(question)
  response.writeHead(question in answers ? 200 : 404).end(JSON.stringify(answers[question]))
})

let copy = ''
let mediaUrl = ''
let warnings = ''
const read = (file: string) => readFileSync(path.join(copy, 'dist', file), 'utf8')
const assets = () => readdirSync(path.join(copy, 'dist/assets')).filter((name) => /\.js(?:on)?$/.test(name))

beforeAll(async () => {
  const url = await listen(backend)
  mediaUrl = `${url}/storage/v1/object/public/site-media/`
  copy = copyProject()
  warnings = await buildCopy(copy, { url, publishableKey: 'sb_publishable_for_tests_only' })
}, 180_000)
afterAll(() => {
  backend.close()
  rmSync(copy, { recursive: true, force: true })
})

describe('a build with one custom project and one hidden bundled project', () => {
  const ids = ['pool-in-barnes', ...bundledCards.map(({ id }) => id).filter((id) => id !== 'mayfair-basement')]

  it('the build fetches the site and its custom projects once and records their version', () => {
    const questions = Object.keys(answers).slice(0, 2)
    expect(asked.filter((question) => /site|published_project/.test(question))).toEqual(questions)
    expect(JSON.parse(read('version.json'))).toEqual({ changed: 12 })
  })

  it('headers and rewrites of a build point to the backend it was built from', () => {
    const { origin } = new URL(mediaUrl)
    expect(read('_headers')).toContain(`connect-src 'self' ${origin};`)
    expect(read('_headers')).toContain(`img-src 'self' data: blob: ${mediaUrl};`)
    expect(read('_redirects')).toContain(`/api/submit-testimonial ${origin}/functions/v1/submit-testimonial 200`)
  })

  it("visible projects are listed in the owner's order and included in the sitemap", () => {
    const list = read('projects.html')
    expect([...list.matchAll(/<article.*?href="\/project\/([a-z-]+)"/gs)].map(([, id]) => id)).toEqual(ids)
    expect(list).toContain(`"numberOfItems":${ids.length}`)
    const sitemap = read('sitemap.xml')
    for (const id of ids) expect(sitemap).toContain(`/project/${id}</loc>`)
    for (const [, , file = ''] of published.images.map(({ files }) => files))
      expect(sitemap).toContain(`<image:loc>${stored.has(file) ? site.url + copyOf(file) : mediaUrl + file}<`)
    expect(sitemap).not.toContain('project/mayfair-basement')
  })

  it('a custom project has a page with social tags and structured data', () => {
    const page = read('project/pool-in-barnes.html')
    expect(page).toContain('Only the page of the pool says this.')
    expect(page.match(/type="range"/g)).toHaveLength(1)
    expect(page).toContain('March 2026')
    expect(page).not.toMatch(/Model view|All pictures show architectural models/)
    const [, built] = published.images
    expect(page).toContain(`${copyOf(built?.files[1])} 960w, ${copyOf(built?.files[2])} 1600w`)
    for (const [property, content] of [
      ['og:image', site.url + copyOf(built?.files[2])],
      ['og:image:width', '1600'],
      ['og:image:height', '1200'],
      ['og:url', `${site.url}/project/pool-in-barnes`],
    ])
      expect(page).toContain(`<meta property="${property}" content="${content}"/>`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
    const [trail, first] = JSON.parse(data)['@graph']
    expect(trail.itemListElement.at(-1).name).toBe(words.title)
    const contentUrl = site.url + copyOf(published.images[0]?.files[2])
    expect(first).toMatchObject({ contentUrl, width: 1600, height: 1200 })
  })

  it('adjacent custom and bundled projects link to each other with their covers', () => {
    const [, second] = bundledCards
    const linkIn = (file: string, label: string) =>
      new RegExp(`<a [^>]*href="([^"]*)"(?:(?!<a ).)*?src="([^"]*)"(?:(?!<a ).)*?>${label}<`, 's')
        .exec(read(file))
        ?.slice(1)
    expect(linkIn('project/pool-in-barnes.html', 'Next project')).toEqual([`/project/${second?.id}`, second?.image.src])
    const back = ['/project/pool-in-barnes', copyOf(image('a').files[1])]
    expect(linkIn(`project/${second?.id}.html`, 'Previous project')).toEqual(back)
    expect(linkIn('project/pool-in-barnes.html', 'Previous project')).toBeUndefined()
  })

  it('the home page shows the first four projects, and the hidden project has no page', () => {
    const home = read('index.html')
    expect([...home.matchAll(/href="\/project\/([a-z-]+)"/g)].map(([, id]) => id)).toEqual(ids.slice(0, 4))
    expect(home).toContain(`${copyOf(image('a').files[1])} 960w`)
    expect(existsSync(path.join(copy, 'dist/project/mayfair-basement.html'))).toBe(false)
  })

  it('a build mirrors the photos shown first, and warns about those left in Storage', () => {
    const avif = image('a').files.map((name) => name.replace('.webp', '.avif'))
    const copies = [...image('a').files, ...image('b').files, ...avif].map((name) => path.basename(toMirrorPath(name)))
    expect(readdirSync(path.join(copy, 'dist/media')).sort()).toEqual(copies.sort())
    for (const [name, bytes] of stored) expect(readFileSync(path.join(copy, 'dist', toMirrorPath(name)))).toEqual(bytes)
    expect(read('projects.html')).toContain(`type="image/avif" srcSet="${copyOf(avif[0])} 480w`)
    expect(read('index.html')).toContain(`${mediaUrl}${image('c').files[0]} 480w`)
    for (const name of image('c').files) expect(warnings).toContain(`${name} is shown from Storage: it answered 404`)
  })

  it('browsers load the details of a custom project from a separate JSON file', () => {
    const holding = assets().filter((name) => read(`assets/${name}`).includes('Only the page of the pool says this.'))
    expect(holding).toEqual([expect.stringMatching(/^project-[0-9a-f]{8}\.json$/)])
    expect(read(`assets/${holding[0]}`)).not.toContain('Hampstead')
  })
})
