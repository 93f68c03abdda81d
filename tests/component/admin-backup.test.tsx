import { screen, waitFor } from '@testing-library/react'
import { unzipSync } from 'fflate'
import { toast as sonner } from 'sonner'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { captureBodies, delayResponses, mockStatus } from '../support/admin-network'
import { forgetBrowser, makeAccount, server } from '../support/admin-users'
import { signIn } from '../support/backend-users'
import { expectConsole, openOrigin } from '../support/dom'
import { createOwnerApi } from '../support/owner-api'
import { clickTwiceAtOnce } from '../support/render-site'
import { serverUrl, sql, uniqueEmail } from '../support/test-server'
import { drawPicture, uploadPhoto } from '../support/uploads'
import { button, captureDownloads, loseConnection, openAs, question, reconnect } from './admin-support'

const FILES = /\/(?:public\/site-media|enquiry-photo)\//
const url = await serverUrl('copied')
const copiedSql: typeof sql = (text, parameters) => sql(text, parameters, 'copied')
let saved: ReturnType<typeof captureDownloads> = []

beforeEach(() => {
  openOrigin(url)
  expectConsole('error')
  saved = captureDownloads()
})
afterEach(forgetBrowser)

const open = async (prepare: (owner: ReturnType<typeof createOwnerApi>) => unknown = () => {}) => {
  const account = await makeAccount('admin', { on: 'copied' })
  const own = { ...server(), url }
  const owner = createOwnerApi(own, (await signIn(own, account)).token)
  await prepare(owner)
  const site = await openAs(account, '/admin/user-manager')
  return { ...site, owner, start: await screen.findByRole('button', { name: 'Download backup' }) }
}
const storeFile = (text: string) => (owner: ReturnType<typeof createOwnerApi>) =>
  owner.upload(new TextEncoder().encode(text))

const list = async (size: number) => {
  const lost = `${crypto.randomUUID().replaceAll('-', '').repeat(2)}.webp`
  const metadata = JSON.stringify({ size, mimetype: 'image/webp' })
  const text = `insert into storage.objects (bucket_id, name, metadata) values ('site-media', $1, $2::text::jsonb)`
  await copiedSql(text, [lost, metadata])
  return { lost, forget: () => copiedSql('delete from storage.objects where name = $1', [lost]) }
}

const sendPhoto = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const { photo_set, photos } = await uploadPhoto({ ...server(), url }, bytes)
  const [row] = await copiedSql<{ photo: string }>(
    `insert into enquiries (kind, name, email, message, photo_set, photos)
     values ('contact', $1, 'photos@example.com', 'Damp', $2, $3::text::jsonb) returning photos #>> '{0,name}' as photo`,
    [name, photo_set, photos],
  )
  return row?.photo ?? ''
}

const unpacked = async () => {
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 20_000 })
  const [file] = saved
  const names: string[] = []
  const parts = unzipSync(new Uint8Array((await file?.blob.arrayBuffer()) ?? new ArrayBuffer()), {
    filter: (entry) => names.push(entry.name) > 0,
  })
  const texts = Object.entries(parts).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
  const all = Object.fromEntries(texts) as Record<string, string>
  const manifest = JSON.parse(all['manifest.json'] ?? '') as { tables: { name: string; file: string; rows: number }[] }
  const linesOf = (table: string) => all[manifest.tables.find(({ name }) => name === table)?.file ?? '']?.split('\n')
  return { name: file?.name, names, parts: all, manifest, linesOf }
}

it('saves a backup ZIP containing every table, every file and a manifest', async () => {
  const email = uniqueEmail('ann')
  await copiedSql(`insert into enquiries (kind, name, email, message) values ('contact', 'Ann', $1, $2)`, [
    email,
    'Two\nlines, “quoted”, 🏗️',
  ])
  const [shared, own] = [await drawPicture(), await drawPicture()]
  for (const { bytes } of [shared, own, shared]) await sendPhoto('Ann', bytes)
  await uploadPhoto({ ...server(), url }, (await drawPicture()).bytes)
  const { user, owner, start } = await open(storeFile('A picture'))
  expect(screen.getByText(/^Not included: .*passwords and two-factor authentication/)).toBeVisible()
  expect(screen.getByText(/personal data\. Keep it somewhere only you can open it/)).toBeVisible()
  await user.click(start)
  expect(await screen.findByText('Backup saved')).toBeVisible()
  const { name, names, parts, manifest, linesOf } = await unpacked()
  expect(name).toMatch(/^backup-\d{4}-\d\d-\d\d\.zip$/)
  expect(Object.entries(parts)).toContainEqual([expect.stringMatching(/^files\/[0-9a-f]{64}\.webp$/), 'A picture'])
  const photos = [shared, own].map((photo) => ({ ...photo, file: `files/${photo.name.replace('.webp', '')}` }))
  expect(names.filter((entry) => /^files\/\w+$/.test(entry)).sort()).toEqual(photos.map(({ file }) => file).sort())
  for (const { file, bytes } of photos) expect(parts[file]).toBe(new TextDecoder().decode(bytes))
  const { rows } = await owner.rpc<{ rows: string[] }>('backup_page', { p_table: 'public.enquiries' })
  const ofAnn = rows.filter((row) => row.includes(email))
  expect(ofAnn).toHaveLength(1)
  expect(linesOf('public.enquiries')?.filter((line) => line.includes(email))).toEqual(ofAnn)
  const state = await owner.rpc<{ migration: string; tables: { name: string }[] }>('backup_state')
  expect(manifest).toMatchObject({ format: 1, project: url, migration: state.migration, missing: [] })
  expect(manifest.tables.map((table) => table.name)).toEqual(state.tables.map((table) => table.name))
  expect(Object.keys(parts).at(-1)).toBe('manifest.json')
})

it('saves no backup when the administrator cancels it or leaves the page', async () => {
  const { start, user, router } = await open(storeFile('Held back'))
  const states = delayResponses(/rpc\/backup_state/)
  clickTwiceAtOnce(start)
  await waitFor(() => expect(start).toHaveTextContent('Preparing...'))
  expect(await screen.findByText('Reading the database...', { selector: '[role=status]' })).toBeVisible()
  await waitFor(() => expect(states.count()).toBe(1))
  const files = delayResponses(FILES)
  states.release()
  const isAtFiles = async () => expect(await screen.findByLabelText(/^File 1 of \d+$/)).toHaveProperty('value', 0)
  await isAtFiles()
  await user.click(button('Cancel'))
  files.release()
  expect(await screen.findByText('Cancelled: no backup was saved')).toBeVisible()
  await waitFor(() => expect(start).toHaveFocus())
  // A backup reads the state before and after its tables.
  expect(states.count()).toBe(2)
  reconnect()
  sonner.dismiss()
  await waitFor(() => expect(screen.queryByText('Cancelled: no backup was saved')).toBeNull())

  const others = delayResponses(FILES)
  await user.click(start)
  await isAtFiles()
  const leave = async (answer: string) => {
    await user.click(screen.getByRole('link', { name: 'Back to Admin Dashboard' }))
    await user.click(question().getByRole('button', { name: answer }))
  }
  await leave('Continue the backup')
  expect(router.state.location.pathname).toBe('/admin/user-manager')
  await leave('Stop and leave')
  await waitFor(() => expect(start).not.toBeInTheDocument())
  expect(router.state.location.pathname).toBe('/admin/dashboard')
  others.release()
  expect(await screen.findByText('Cancelled: no backup was saved')).toBeVisible()
  expect(saved).toEqual([])
})

it('retries the backup when offline, and lists pictures the server has lost', async () => {
  const photo = await sendPhoto('Zoe', (await drawPicture()).bytes)
  const { lost, forget } = await list(9)
  const draft = { title: 'Cellar', photographs: { 0: { alt: 'The pit', picture: { files: [lost] } } } }
  const id = crypto.randomUUID()
  onTestFinished(async () => {
    await copiedSql('delete from projects where id = $1', [id])
    await forget()
  })
  const insert = 'insert into projects (id, draft, position) values ($1, $2::text::jsonb, 1)'
  await copiedSql(insert, [id, JSON.stringify(draft)])
  const { start, user } = await open()
  loseConnection(/rpc\/backup_page/)
  await user.click(start)
  expect(await screen.findByText(/^No connection\. We’ll keep trying/)).toBeVisible()
  reconnect()
  mockStatus(RegExp(photo), 404)
  const { manifest, parts, linesOf } = await unpacked()
  const note = await screen.findByRole('alert')
  expect(note).toHaveTextContent(/^Backup saved, but the server is missing these pictures\./)
  expect(note).toHaveTextContent('“The pit” in “Cellar”')
  expect(note).toHaveTextContent('a photo in Zoe’s enquiry')
  expect(manifest).toMatchObject({ missing: [lost, photo].sort() })
  expect(parts).not.toHaveProperty(`files/${lost}`)
  expect(linesOf('private.stored_files')?.some((line) => line.includes(lost))).toBe(true)
})

it('does not report a file as missing when it is deleted during the backup', async () => {
  const { forget } = await list(9)
  const { start, user } = await open()
  const files = delayResponses(FILES)
  await user.click(start)
  await waitFor(() => expect(files.count()).toBeGreaterThan(0))
  await forget()
  files.release()
  const { manifest, linesOf } = await unpacked()
  expect(manifest).toMatchObject({ missing: [] })
  for (const { name, rows } of manifest.tables) expect(linesOf(name)).toHaveLength(rows + 1)
})

it('refuses a backup over 250 MB without fetching files, and suggests the command line', async () => {
  const { forget } = await list(250 * 1024 ** 2)
  const files = captureBodies(FILES)
  try {
    const { start, user } = await open()
    await user.click(start)
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/more than 250 MB, .* npm run backup -- --to FOLDER/)
    expect(files).toEqual([])
    expect(saved).toEqual([])
  } finally {
    await forget()
  }
})

it('aborts the backup when tables keep changing while they are read', async () => {
  const { start, user } = await open()
  const { fetch } = globalThis
  let change = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    if (!String(input).includes('rpc/backup_state')) return fetch(input, init)
    change += 1
    const tables = [{ name: 'private.site', rows: 1, sha256: `${change}` }]
    return Promise.resolve(Response.json({ migration: '1', tables }))
  })
  await user.click(start)
  expect(await screen.findByText(/^The data kept changing during the backup\./)).toBeVisible()
  expect(saved).toEqual([])
})

it('aborts the backup and saves nothing when the session ends', async () => {
  const { start, user } = await open()
  const states = delayResponses(/rpc\/backup_state/)
  await user.click(start)
  await waitFor(() => expect(states.count()).toBe(1))
  window.localStorage.clear()
  states.release()
  expect(await screen.findByText('Couldn’t create the backup')).toBeVisible()
  expect(screen.getAllByText(/^Your session has ended/)).not.toEqual([])
  expect(saved).toEqual([])
})
