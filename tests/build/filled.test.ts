import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { site } from '@/content/site'
import { startTestServer } from '../support/backend'
import { runCopy } from '../support/backups'
import { pageScripts, readChunks, scriptBudget } from '../support/build-graph'
import { buildCopy, copyProject } from '../support/copy-project.mjs'
import { HTML_BUDGET } from '../support/dist'
import { filesBelow } from '../support/files-below'
import { startFilledBackend } from '../support/filled-site'

const PROJECTS = 200

let copy = ''
const backup = mkdtempSync(path.join(tmpdir(), 'groundworks-copy-'))
let taken: Awaited<ReturnType<typeof runCopy>> | undefined
let url = ''
let dist = ''
let warnings = ''
let chunks: Awaited<ReturnType<typeof readChunks>> = []
const read = (file: string) => readFileSync(path.join(dist, file), 'utf8')
const hashes = () =>
  filesBelow(dist).map((file) => `${file} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
const pages = () => readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))

beforeAll(async () => {
  const backend = await startFilledBackend(PROJECTS)
  url = backend.url
  try {
    copy = copyProject()
    dist = path.join(copy, 'dist')
    warnings = await buildCopy(copy, backend)
    vi.stubEnv('VITE_SUPABASE_URL', url)
    vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', backend.publishableKey)
    chunks = await readChunks()
    taken = await runCopy(backend, 'backup', '--to', backup)
  } finally {
    vi.unstubAllEnvs()
    await backend.stop()
  }
}, 480_000)
afterAll(() => {
  for (const folder of [copy, backup]) rmSync(folder, { recursive: true, force: true })
})

describe(`a site with a custom hero, ${PROJECTS} custom projects and 40 reviews`, () => {
  it('a large site builds without warnings, with project pages and mirrored photos', () => {
    expect(warnings).toBe('')
    expect(pages().filter((file) => file.startsWith('project/')).length).toBeGreaterThanOrEqual(PROJECTS)
    expect(read('index.html')).toContain('srcSet="/media/')
  })

  it('the testimonials page contains replies and the numbers of reviews without JavaScript', () => {
    const html = read('testimonials.html')
    expect(html).toContain(`>Reply from ${site.name}</p>`)
    expect(html).toContain('>Thank you, &lt;b&gt;visitor&lt;/b&gt;.</p>')
    expect(html).toMatch(
      />Since \d+ \w+ \d{4}, without spam: 40 received, 40 published, 0 waiting to be checked, 0 not or no longer published\.</,
    )
  })

  it('the home page shows the average rating of all 40 reviews', () => {
    expect(read('index.html')).toMatch(
      />\d\.\d out of 5<\/p><p[^>]*>From 40 reviews, each read before it’s published\./,
    )
  })

  it('pages of a large site stay within the normal HTML budget', async () => {
    const compress = promisify(brotliCompress)
    const sizes = await Promise.all(
      pages().map(async (file) => [file, (await compress(read(file))).length / 1000] as const),
    )
    expect(sizes.filter(([, kB]) => kB > HTML_BUDGET + 0.05)).toEqual([])
  })

  it('pages of a large site stay within the normal script budget', () => {
    const scripts = [...pageScripts(chunks)]
    expect(scripts.length).toBeGreaterThan(8)
    // The custom hero and random picture names add up to 0.6 kB.
    expect(scripts.filter(([page, kB]) => kB > scriptBudget(page) + 0.6)).toEqual([])
  })

  it('following "Next project" links from the projects page reaches every project page', () => {
    const cards = [...read('projects.html').matchAll(/<li><article.*?href="\/project\/([\w-]+)"/gs)].map(([, id]) => id)
    expect(cards.length).toBeGreaterThan(5)
    expect(cards.length).toBeLessThan(12)
    const next = (file: string) => /.*href="\/project\/([\w-]+)".*?>Next project/s.exec(read(file))?.[1]
    const visited = [...cards]
    for (let id = next('projects.html'); id && !visited.includes(id); id = next(`project/${id}.html`)) visited.push(id)
    const files = pages().filter((file) => file.startsWith('project/'))
    expect(visited.map((id) => `project/${id}.html`).sort()).toEqual(files.sort())
    expect(next(`project/${cards[0]}.html`)).toBe(cards[1])
    expect(existsSync(path.join(dist, `project/${next('projects.html')}.html`))).toBe(true)
  })

  it('a build from a restored backup is byte-for-byte identical', { timeout: 480_000 }, async () => {
    expect(taken).toMatchObject({ status: 0 })
    const published = hashes()
    const restored = await startTestServer({ port: Number(new URL(url).port) })
    onTestFinished(restored.stop)
    expect(await runCopy(restored, 'restore', '--from', backup)).toMatchObject({ status: 0 })
    await buildCopy(copy, restored)
    expect(hashes()).toEqual(published)
  })
})
