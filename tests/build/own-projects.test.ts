import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectCards } from '@/content/projects'
import { site } from '@/content/site'
import { copyProject } from '../support/copy-project.mjs'

const image = (letter: string) => ({
  files: [480, 960, 1600].map((_, size) => `${(letter + size).repeat(32)}.webp`),
  widths: [480, 960, 1600],
  width: 3200,
  height: 2400,
  placeholder: '#aabbcc',
  alt: `View ${letter}`,
  description: `Words about ${letter}`,
})
const words = {
  title: 'A pool in Barnes </script><b>',
  location: 'Barnes',
  completed: '2026-03',
  summary: 'A pool beneath a garden.',
}
const published = {
  ...words,
  description: ['Only the page of the pool says this.'],
  services: ['Piling'],
  images: ['a', 'b', 'c'].map(image),
  cover: 0,
  before: 0,
  after: 1,
}
const row = { built_in: false, position: 0, status: 'published', published_at: '2026-03-01T00:00:00+00:00' }
const answers: Record<string, unknown> = {
  site: {
    count: 12,
    publication: null,
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
  const question = url.replace('/rest/v1/rpc/', '')
  asked.push(question)
  response.writeHead(question in answers ? 200 : 404).end(JSON.stringify(answers[question]))
})

let copy = ''
let mediaUrl = ''
const read = (file: string) => readFileSync(path.join(copy, 'dist', file), 'utf8')
const scripts = () => readdirSync(path.join(copy, 'dist/assets')).filter((name) => name.endsWith('.js'))

beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
  mediaUrl = `${url}/storage/v1/object/public/site-media/`
  copy = copyProject()
  writeFileSync(
    path.join(copy, '.env.production.local'),
    `VITE_SUPABASE_URL=${url}\nVITE_SUPABASE_PUBLISHABLE_KEY=sb_publishable_for_tests_only\n`,
  )
  const vite = path.join(copy, 'node_modules/vite/bin/vite.js')
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production' },
  })
}, 180_000)
afterAll(() => {
  backend.close()
  rmSync(copy, { recursive: true, force: true })
})

describe('a build while the owner shows a project of their own and hides a built-in one', () => {
  const ids = ['pool-in-barnes', ...projectCards.map(({ id }) => id).filter((id) => id !== 'mayfair-basement')]

  it('asks for what visitors see and for each own project, once, and says in a file of how many changes it knows', () => {
    expect(asked.filter((question) => /site|published_project/.test(question))).toEqual(
      Object.keys(answers).slice(0, 2),
    )
    expect(JSON.parse(read('version.json'))).toEqual({ changed: 12 })
  })

  it('lists them in the order of the owner, for readers and for search engines', () => {
    const list = read('projects.html')
    expect([...list.matchAll(/href="\/project\/([a-z-]+)"/g)].map(([, id]) => id)).toEqual(ids)
    expect(list).toContain(`"numberOfItems":${ids.length}`)
    const sitemap = read('sitemap.xml')
    for (const id of ids) expect(sitemap).toContain(`/project/${id}</loc>`)
    for (const { files } of published.images) expect(sitemap).toContain(`<image:loc>${mediaUrl}${files[2]}<`)
    expect(sitemap).not.toContain('project/mayfair-basement')
  })

  it('has the own one in a page, with what links to it show and machines read', () => {
    const page = read('project/pool-in-barnes.html')
    expect(page).toContain('Only the page of the pool says this.')
    expect(page.match(/type="range"/g)).toHaveLength(1)
    expect(page).toContain('March 2026')
    expect(page).not.toContain('Model view')
    const [, built] = published.images
    expect(page).toContain(`${mediaUrl}${built?.files[1]} 960w, ${mediaUrl}${built?.files[2]} 1600w`)
    for (const [property, content] of [
      ['og:image', mediaUrl + built?.files[2]],
      ['og:image:width', '1600'],
      ['og:image:height', '1200'],
      ['og:url', `${site.url}/project/pool-in-barnes`],
    ])
      expect(page).toContain(`<meta property="${property}" content="${content}"/>`)
    const [, data = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page) ?? []
    const [trail, first] = JSON.parse(data)['@graph']
    expect(trail.itemListElement.at(-1).name).toBe(words.title)
    expect(first).toMatchObject({ contentUrl: mediaUrl + published.images[0]?.files[2], width: 1600, height: 1200 })
  })

  it('shows the first four of them on the home page, and has no page of the hidden one', () => {
    const home = read('index.html')
    expect([...home.matchAll(/href="\/project\/([a-z-]+)"/g)].map(([, id]) => id)).toEqual(ids.slice(0, 4))
    expect(home).toContain(`${mediaUrl}${image('a').files[1]} 960w`)
    expect(existsSync(path.join(copy, 'dist/project/mayfair-basement.html'))).toBe(false)
  })

  it('gives browsers the list with the page, and the rest of each project in a file of its own', () => {
    const holding = scripts().filter((name) => read(`assets/${name}`).includes('Only the page of the pool says this.'))
    expect(holding).toHaveLength(1)
    expect(read(`assets/${holding[0]}`)).not.toContain('Hampstead')
    expect(read('projects.html')).not.toContain(holding[0])
  })
})
