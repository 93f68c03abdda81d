import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { median, percentile } from '../bench/support/numbers'
import { type StaticHost, startStaticHost } from '../bench/support/static-host'
import { table } from '../bench/support/table'

const dist = mkdtempSync(path.join(tmpdir(), 'bench-dist-'))
const HOME = `<!doctype html>${'<p>the same words</p>'.repeat(50)}`
let host: StaticHost

beforeAll(async () => {
  for (const folder of ['projects', 'admin', 'assets']) mkdirSync(path.join(dist, folder))
  writeFileSync(path.join(dist, 'index.html'), HOME)
  writeFileSync(path.join(dist, 'projects.html'), 'the projects')
  writeFileSync(path.join(dist, 'admin.html'), 'the shell')
  writeFileSync(path.join(dist, '404.html'), 'nothing here')
  writeFileSync(path.join(dist, 'assets/a.js'), 'let a')
  writeFileSync(path.join(dist, '_headers'), '/assets/*\n  Cache-Control: immutable\n')
  writeFileSync(path.join(dist, '_redirects'), '/admin/* /admin 200\n')
  host = await startStaticHost(dist)
})

afterAll(() => {
  host.close()
  rmSync(dist, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ head: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const session = connect(host.url, { rejectUnauthorized: false })
    session.once('error', reject)
    const request = session.request({ ':path': path, ...headers })
    const parts: Buffer[] = []
    let head: Record<string, unknown> = {}
    request.once('response', (answer) => {
      head = answer
    })
    request.on('data', (part: Buffer) => parts.push(part))
    request.once('end', () => {
      session.close()
      resolve({ head, body: Buffer.concat(parts) })
    })
  })

it("the bench's host speaks Brotli to those who understand it, and says when nothing has changed", async () => {
  const { head, body } = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(head).toMatchObject({
    ':status': 200,
    'content-encoding': 'br',
    'cache-control': expect.stringContaining('max-age=0'),
  })
  expect(brotliDecompressSync(body).toString()).toBe(HOME)
  expect((await get('/')).body.toString()).toBe(HOME)
  expect((await get('/', { 'if-none-match': String(head.etag) })).head[':status']).toBe(304)
})

it("the bench's host obeys the rules of the site", async () => {
  expect((await get('/projects')).body.toString()).toBe('the projects')
  expect((await get('/projects?photo=2')).body.toString()).toBe('the projects')
  expect((await get('/admin/login')).body.toString()).toBe('the shell')
  expect((await get('/assets/a.js')).head['cache-control']).toBe('immutable')
  const { head, body } = await get('/no/such-page')
  expect([head[':status'], body.toString()]).toEqual([404, 'nothing here'])
})

it('publishes pages that are not in the build', async () => {
  await host.publish('/floor', '<p>floor')
  const { head, body } = await get('/floor')
  expect([head['content-type'], body.toString()]).toEqual(['text/html; charset=utf-8', '<p>floor'])
})

it('takes the middle of what was measured', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 9, 2])).toBe(3)
  expect(median([7])).toBe(7)
  expect(median([])).toBeNaN()
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10)
  expect(percentile([3, 1, 2], 0.5)).toBe(2)
})

it('lines up the columns of a table', () => {
  expect(table(['page', 'ms'], [['/projects', '9']])).toBe('| page      | ms |\n|-----------|---:|\n| /projects |  9 |')
})
