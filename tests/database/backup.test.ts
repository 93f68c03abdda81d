import { createHash } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { checksumTable } from '../../scripts/backup/folder.mjs'
import { legacyKeyAdvice } from '../../scripts/legacy-key.mjs'
import {
  type Ask,
  ATTEMPTS,
  createChecksum,
  readConsistentTables,
  readPages,
  type Target,
} from '../../src/lib/backup-reader.mjs'
import { toCsv } from '../../src/lib/csv.ts'
import { testimonialFormSchema } from '../../supabase/functions/_shared/contract/review.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { callAs, createSignedInUser, rpc } from '../support/backend-users.ts'
import { type Between, newFolder, readFolder, runCopy, serve, serveBackend } from '../support/backups.ts'
import {
  createCustomProjects,
  fakeContent,
  fakeImage,
  fakeProjectImage,
  toDraft,
  toKey,
} from '../support/custom-projects.ts'
import { oddTexts } from '../support/odd-texts.ts'
import { addReview, insert } from '../support/rows.ts'
import { forgeToken } from '../support/tokens.ts'
import { drawPicture, uploadFile, uploadPhoto } from '../support/uploads.ts'

const source = await createTestBackend()
const { sql, secretKey } = source
const admin = await createSignedInUser(source, 'admin', { role: 'admin' })
const banned = await createSignedInUser(source, 'banned', { role: 'admin' })
const invited = await createSignedInUser(source, 'invited', { role: 'admin' })
const guest = await createSignedInUser(source, 'guest')
await createSignedInUser(source, 'member')
afterAll(source.stop)

const AWKWARD = 'Zoë “quoted” \\ back\nslash \u2028 \u{1f9f1} 0\t{"json": 1.0}'

const odd = oddTexts(600)
  .flatMap((text) => {
    const sent = { name: text, location: 'Odd texts', text, email: 'ann@example.com', rating: 5 }
    const { success, output } = v.safeParse(testimonialFormSchema, sent)
    return success ? [output] : []
  })
  .slice(0, 200)

const [shared, own] = [await drawPicture(), await drawPicture()]
const LINK = 'the token of a withdrawal link'
const photoFile = ({ name }: { name: string }) => `files/${path.parse(name).name}`

/** As awkward as the columns allow. */
const fill = async () => {
  const { bytes, name } = await drawPicture()
  await uploadFile(source, admin, bytes)
  const projects = createCustomProjects(source, admin)
  const content = fakeContent(fakeProjectImage(name))
  for (const key of ['cellar', 'gone', 'lost']) {
    const { body } = await projects.save({ id: toKey(key), version: null }, toDraft(content))
    await projects.publish({ id: toKey(key), ...(body as { version: number }) }, content)
  }
  await rpc(source, admin, 'delete_project', { p_id: toKey('gone') })
  await sql(`update projects set deleted_at = '-infinity' where id = $1`, [toKey('lost')])
  await rpc(source, admin, 'set_project_status', { p_id: 'camden-basement', p_status: 'hidden', p_built_in: true })
  const item = { ...fakeImage(name), place: 'hero', kind: 'image', position: 0, alt: AWKWARD }
  const { body: first } = await rpc(source, admin, 'publish', { p_items: [item], p_replaces: null })
  await rpc(source, admin, 'publish', { p_items: [], p_replaces: first })
  const review = await addReview(source, { text: AWKWARD, title: null, status: 'approved', moderated_by: admin.id })
  await rpc(source, 'service', 'save_review_reply', { p_id: review, p_reply: AWKWARD, p_seen: '' })
  const token_hash = createHash('sha256').update(LINK).digest('hex')
  await rpc(source, 'service', 'claim_reply', { p_id: review, p_token_hash: token_hash })
  const deleted = await addReview(source, { status: 'rejected', reason: 'duplicate' })
  await rpc(source, admin, 'delete_reviews', { p_ids: [deleted] })
  for (let index = 0; index < 3; index += 1) await addReview(source)
  const written = odd.map((testimonial) => ({ ...testimonial, status: 'approved' }))
  await callAs(source, 'service', '/rest/v1/reviews', { method: 'POST', body: written })
  const hash = 'a'.repeat(64)
  const invitation = { name: AWKWARD, email: 'ann@example.com', token_hash: hash, review_id: review }
  await insert(source, 'review_invitations', { ...invitation, earlier_token_hashes: ['b'.repeat(64), 'c'.repeat(64)] })
  const enquiry = { kind: 'contact', name: 'Ann', email: 'ann@example.com', message: AWKWARD }
  const id = await insert(source, 'enquiries', enquiry)
  await rpc(source, admin, 'save_enquiry_note', { p_id: id, p_note: AWKWARD, p_seen: '' })
  await callAs(source, admin, `/rest/v1/enquiries?id=eq.${id}`, { method: 'PATCH', body: { status: 'won' } })
  for (const [name, { bytes: photo }] of Object.entries({ Bea: shared, Cem: shared, Dee: own }))
    await insert(source, 'enquiries', { ...enquiry, name, ...(await uploadPhoto(source, photo)) })
  await uploadPhoto(source, (await drawPicture()).bytes)
  await insert(source, 'private.builds', { ordered_at: '2026-01-01T00:00:00.123456Z', changed: 2, kind: 'ordinary' })
  await sql('insert into private.second_factor_rule default values')
  await sql(
    `update auth.users set email_confirmed_at = null, created_at = '2026-02-03T04:05:06.123456Z', invited_at = '2026-03-04T05:06:07Z'
    where id = any($1)`,
    [[invited.id, guest.id]],
  )
  await sql(`update auth.users set banned_until = '2999-12-31T23:59:59.123456Z' where id = $1`, [banned.id])
  return name
}
const picture = await fill()
const photoOf = async (name: string) => {
  const [row] = await sql<{ photo: string }>(`select photos #>> '{0,name}' as photo from enquiries where name = $1`, [
    name,
  ])
  return row?.photo ?? ''
}

const emptyProject = async () => {
  const target = await createTestBackend()
  onTestFinished(target.stop)
  return { ...target, url: await serve(target) }
}
const stateOf = async (backend: Parameters<typeof rpc>[0]) =>
  (await rpc(backend, 'service', 'backup_state')).body as Awaited<ReturnType<typeof readConsistentTables>>
type Numbers = { received: number; waiting: number }
const numbersOf = async (backend: Parameters<typeof rpc>[0]) =>
  ((await rpc(backend, 'visitor', 'approved_review_summary')).body as { numbers: Numbers }).numbers
const ask: Ask = async (name, args) => (await rpc(source, 'service', name, args)).body
const copied = async () => {
  const folder = newFolder()
  const { status, said } = await runCopy({ url: await serve(source), secretKey }, 'backup', '--to', folder)
  expect(said).toMatch(/^(.*\n)*Backed up [\d,]+ rows and \d+ files? /)
  expect(status).toBe(0)
  return folder
}

const early = mkdtempSync(path.join(tmpdir(), 'groundworks-copy-'))
afterAll(() => rmSync(early, { recursive: true, force: true }))
beforeAll(async () => {
  const { url, close } = await serveBackend(source)
  expect(await runCopy({ url, secretKey }, 'backup', '--to', early)).toMatchObject({ status: 0 })
  close()
})
const filledCopy = () => {
  const folder = newFolder()
  cpSync(early, folder, { recursive: true })
  return folder
}

type Words = { name: string; text: string }
const wordsOf = (rows: readonly Words[]) => rows.map(({ name, text }) => `${name}|${text}`).sort()
const storedWords = (backend: Pick<TestBackend, 'sql'>) =>
  backend.sql<Words>(`select name, text from reviews where location = 'Odd texts'`)

test('validated testimonials with odd characters are stored, shown and exported unchanged', async () => {
  expect(odd).toHaveLength(200)
  expect(wordsOf(await storedWords(source))).toEqual(wordsOf(odd))
  const shown: (Words & { id: string; created_at: string; location: string })[] = []
  for (let size = 6; size === 6; ) {
    const last = shown.at(-1)
    const end = last ? { p_before: last.created_at, p_before_id: last.id } : {}
    const page = (await rpc(source, 'visitor', 'approved_reviews', end)).body as typeof shown
    shown.push(...page)
    size = page.length
  }
  expect(wordsOf(shown.filter(({ location }) => location === 'Odd texts'))).toEqual(wordsOf(odd))
  const exported: string[][] = parse(toCsv(odd.map(({ name, text }) => [name, text])), { bom: true })
  const unquoted = (cell = '') => cell.replace(/^'(?=[=+\-@\t])/, '')
  const read = exported.map(([name, text]) => ({ name: unquoted(name), text: unquoted(text) }))
  expect(wordsOf(read)).toEqual(wordsOf(odd))
})

describe('a backup', () => {
  test('a backup contains every table except rate limits, restore state, counters and files awaiting deletion', async () => {
    const tables = await sql<{ name: string }>(
      `select format('%s.%s', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private') order by 1`,
    )
    const others = ['rate_limit_hits', 'restoration', 'review_counts', 'site_media_removals', 'unclaimed_photos'].map(
      (name) => `private.${name}`,
    )
    const views = ['private.accounts', 'private.stored_files']
    const names = (await stateOf(source)).tables.map(({ name }) => name)
    expect([...names, ...others].sort()).toEqual([...tables.map(({ name }) => name), ...views].sort())
    const empty = (await stateOf(source)).tables.filter(({ rows }) => rows === 0)
    expect(empty).toEqual([])
  })

  test('restoring into an empty project reproduces all rows, accounts and files', async () => {
    const folder = await copied()
    const target = await emptyProject()
    const { status, said } = await runCopy(target, 'restore', '--from', folder)
    expect(said).toContain('Restored the backup of')
    expect(status).toBe(0)
    expect(await stateOf(target)).toEqual(await stateOf(source))
    expect(wordsOf(await storedWords(target))).toEqual(wordsOf(odd))
    const again = newFolder()
    await runCopy(target, 'backup', '--to', again)
    const [first, second] = [readFolder(folder), readFolder(again)]
    expect(Object.keys(second.files)).toEqual(Object.keys(first.files))
    expect({ ...second.files, 'manifest.json': '' }).toEqual({ ...first.files, 'manifest.json': '' })
    const stored = Object.keys(first.files).filter((name) => name.startsWith('files/'))
    expect(stored.sort()).toEqual([`files/${picture}`, photoFile(shared), photoFile(own)].sort())

    const users = `select id, email, banned_until::text, created_at::text, invited_at::text, last_sign_in_at::text, raw_app_meta_data ->> 'role' as role from auth.users order by id`
    expect(await target.sql(users)).toEqual(await sql(users))
    expect((await rpc(target, 'service', 'find_user', { p_email: guest.email })).body).toEqual([
      { id: guest.id, invited_without_role: true },
    ])
    const file = `/storage/v1/object/public/site-media/${picture}`
    const headersOf = ({ headers }: Response) =>
      ['content-type', 'cache-control', 'x-robots-tag'].map((name) => headers.get(name))
    expect(headersOf(await target.fetch(file))).toEqual(headersOf(await source.fetch(file)))
    expect((await rpc(target, 'visitor', 'site')).body).toEqual((await rpc(source, 'visitor', 'site')).body)
    expect(await numbersOf(target)).toEqual(await numbersOf(source))
    expect(await numbersOf(target)).toMatchObject({ rejected: { duplicate: 1 } })
    const { body: link } = await rpc(target, 'visitor', 'review_withdrawal', { p_token: LINK })
    expect(link).toEqual({ state: 'open', text: AWKWARD })
    // New rows continue the restored numbering.
    const { body } = await rpc(target, await createSignedInUser(target, 'new', { role: 'admin' }), 'is_admin')
    expect(body).toBe(false)
    await target.sql('delete from private.second_factor_rule')
    const next = await createSignedInUser(target, 'next', { role: 'admin' })
    const newest = async () => (await sql<{ id: number }>('select max(id)::float8 as id from publications'))[0]?.id ?? 0
    const replace = (p_replaces: unknown) => rpc(target, next, 'publish', { p_items: [], p_replaces })
    const restored = await newest()
    expect((await replace(restored)).body).toBeGreaterThan(restored)
    // Imitates a page that was open during the restore.
    const { body: lost } = await rpc(source, admin, 'publish', { p_items: [], p_replaces: restored })
    expect(await replace(lost)).toMatchObject({ status: 409 })
    const changed = 'select changed::float8 from private.site'
    expect(await target.sql(changed)).not.toEqual(await sql(changed))
  })

  test('a backup is readable only by the user who made it', async () => {
    const folder = await copied()
    const parts = ['', 'files', 'tables', 'manifest.json', `files/${picture}`]
    const modes = parts.map((name) => (statSync(path.join(folder, name)).mode & 0o777).toString(8))
    expect(modes).toEqual(['700', '700', '700', '600', '600'])
  })

  test('a repeated backup fetches only new files and removes deleted ones only with --prune', async () => {
    const { bytes, name } = await drawPicture()
    await uploadFile(source, admin, bytes)
    const fetched = new Set<string>()
    const between: Between = (request, answer) => {
      if (request.url?.startsWith('/storage/')) fetched.add(`files/${path.basename(request.url)}`)
      return answer()
    }
    const project = { url: await serve(source, between), secretKey }
    const folder = newFolder()
    await runCopy(project, 'backup', '--to', folder)
    const kept = [`files/${picture}`, photoFile(shared), photoFile(own)]
    expect([...fetched].sort()).toEqual([`files/${name}`, ...kept].sort())
    fetched.clear()
    await sql('delete from storage.objects where name = $1', [name])
    await runCopy(project, 'backup', '--to', folder)
    expect([...fetched]).toEqual([])
    const before = Object.keys(readFolder(folder).files)
    expect(before).toContain(`files/${name}`)

    await runCopy(project, 'backup', '--to', folder, '--prune')
    const { manifest, files } = readFolder(folder)
    const tables = manifest.tables.map(({ file }: { file: string }) => file)
    expect(Object.keys(files).sort()).toEqual(['manifest.json', ...kept, ...tables].sort())
    expect(before.length).toBeGreaterThan(Object.keys(files).length)
  })

  test('a backup refuses a folder with another project’s backup or other files', async () => {
    const folder = filledCopy()
    const [url, before] = [await serve(source), readFolder(folder)]
    const refused = await runCopy({ url, secretKey }, 'backup', '--to', folder)
    expect(refused).toEqual({
      status: 1,
      said: `${folder} contains a backup of ${before.manifest.project}. Choose another folder for ${url}.\n`,
    })
    expect(readFolder(folder)).toEqual(before)
    writeFileSync(path.join(folder, 'letter.txt'), '')
    expect((await runCopy({ url, secretKey }, 'backup', '--to', folder)).said).toContain(
      'contains other files (letter.txt)',
    )
  })

  test('a backup rereads tables that change during reading, up to a maximum of attempts', async () => {
    const written: Record<string, string[]> = {}
    const target: Target = {
      begin: (table) => {
        written[table] = []
      },
      write: (table, lines) => void written[table]?.push(...lines),
      readFiles: () => {},
    }
    let calls = 0
    const changing =
      (times: number): Ask =>
      async (name, args) => {
        const answer = await ask(name, args)
        if (args.p_table === 'public.reviews' && calls++ < times) await addReview(source)
        return answer
      }
    const { tables } = await readConsistentTables(changing(2), target)
    const reviews = tables.find(({ name }) => name === 'public.reviews')
    expect(written['public.reviews']).toHaveLength(reviews?.rows ?? 0)
    expect(calls).toBe(3)
    calls = 0
    await expect(readConsistentTables(changing(99), target)).rejects.toThrow(new RangeError('public.reviews'))
    expect(calls).toBe(ATTEMPTS)
  })

  test('a backup read in pages contains every row, however many or large', async () => {
    await sql(
      `insert into private.builds (ordered_at, changed, kind) select now(), n, 'ordinary' from generate_series(1, 4500) n`,
    )
    await sql(`insert into enquiries (kind, name, email, message)
      select 'contact', 'Ann', 'ann@example.com', repeat('£', 4990) || n from generate_series(1, 250) n`)
    for (const [table, least] of [
      ['private.builds', 3],
      ['public.enquiries', 2],
    ] as const) {
      const pages: string[][] = []
      for await (const lines of readPages(ask, table)) pages.push(lines)
      expect(pages.length).toBeGreaterThanOrEqual(least)
      const [{ count = 0 } = {}] = await sql<{ count: number }>(`select count(*)::int from ${table}`)
      expect(new Set(pages.flat()).size).toBe(count)
    }
    const folder = await copied()
    for (const table of readFolder(folder).manifest.tables)
      expect(await checksumTable(path.join(folder, table.file)), table.file).toMatchObject({ sha256: table.sha256 })
    await sql(`delete from enquiries where message like '££%'`)
    await sql('delete from private.builds where changed > 2')
  })

  test('backup_page responds 404 for tables outside the backup, even to administrators', async () => {
    for (const p_table of ['private.rate_limit_hits', 'auth.users', 'public.reviews; select 1'])
      expect(await rpc(source, admin, 'backup_page', { p_table })).toMatchObject({ status: 404 })
  })
})

// Backups from earlier schemas. A migration that changes a table adds one.
const KEPT = path.resolve(import.meta.dirname, '../support/copies')

test.each(readdirSync(KEPT))('a backup from schema %s restores into the current schema', async (name) => {
  const target = await emptyProject()
  const { status, said } = await runCopy(target, 'restore', '--from', path.join(KEPT, name))
  expect(said).toContain('Restored the backup of')
  expect(status).toBe(0)
  const counts = ({ tables }: { tables: { name: string; rows: number }[] }) =>
    tables.map(({ name, rows }) => [name, rows])
  expect(Object.fromEntries(counts(await stateOf(target)))).toMatchObject(
    Object.fromEntries(counts(readFolder(path.join(KEPT, name)).manifest)),
  )
})

test('reviews of an earlier schema are restored with a reason and counted, and one featured', async () => {
  const target = await emptyProject()
  // From before the restore.
  await addReview(target, { status: 'rejected', reason: 'duplicate' })
  await target.sql('delete from reviews')
  const restored = await runCopy(target, 'restore', '--from', path.join(KEPT, '20261201000016'))
  expect(restored).toMatchObject({ status: 0 })
  expect(await target.sql('select name, reason, reason_note from reviews order by name')).toEqual([
    { name: 'Ann', reason: 'not recorded', reason_note: '' },
    { name: 'Bob', reason: null, reason_note: '' },
  ])
  expect(await numbersOf(target)).toMatchObject({
    received: 2,
    published: 1,
    waiting: 0,
    rejected: { 'not recorded': 1 },
  })
  // A backup made when four stars were needed.
  await target.sql('update private.site set review = null')
  await rpc(target, 'service', 'finish_restore', { p_manifest: 'any' })
  expect(await target.sql(`select review ->> 'name' as name from private.site`)).toEqual([{ name: 'Bob' }])
})

test('restored enquiries of an earlier schema have a status instead of `answered_at`', async () => {
  const target = await emptyProject()
  const restored = await runCopy(target, 'restore', '--from', path.join(KEPT, '20261201000015'))
  expect(restored).toMatchObject({ status: 0 })
  const at = '2026-11-26T09:30:00+00:00'
  expect(await target.sql('select name, status, status_changes as changes from enquiries order by name')).toEqual([
    { name: '', status: null, changes: [] },
    { name: 'Ann', status: 'contacted', changes: [{ status: 'contacted', at, by: '' }] },
    { name: 'Bob', status: 'new', changes: [] },
  ])
})

describe('a restore', () => {
  const change = async (folder: string, name: string, edit: (text: string) => string) => {
    const { manifest } = readFolder(folder)
    const table = manifest.tables.find((one: { name: string }) => one.name === name)
    const file = path.join(folder, table.file)
    writeFileSync(file, edit(readFileSync(file, 'utf8')))
    const sum = createChecksum()
    await sum.add(readFileSync(file, 'utf8').trim().split('\n'))
    Object.assign(table, await sum.total())
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest))
  }
  const hasBegun = async ({ sql }: Pick<TestBackend, 'sql'>) =>
    (await sql('select from private.restoration')).length > 0

  test('a restore is refused when the target project is not empty', async () => {
    const folder = filledCopy()
    const target = await emptyProject()
    await addReview(target)
    expect(await runCopy(target, 'restore', '--from', folder)).toMatchObject({
      status: 1,
      said: expect.stringContaining(`${target.url} isn't empty (public.reviews)`),
    })
    expect(await hasBegun(target)).toBe(false)
  })

  test('a restore is refused after another has begun, unless the project is still empty', async () => {
    const target = await emptyProject()
    await rpc(target, 'service', 'begin_restore', { p_manifest: 'another' })
    const rows = { p_manifest: 'x', p_table: 'public.reviews', p_rows: [] }
    expect((await rpc(target, 'service', 'restore_rows', rows)).body).toMatchObject({ message: 'not_begun' })
    await addReview(target, { status: 'rejected' })
    const folder = filledCopy()
    const refused = await runCopy(target, 'restore', '--from', folder)
    expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('Another backup is being restored') })
    await target.sql('delete from reviews')
    expect(await runCopy(target, 'restore', '--from', folder)).toMatchObject({ status: 0 })
    // The file exists, so only the end of the restore remains.
    expect(await runCopy(target, 'restore', '--from', folder)).toMatchObject({ status: 0 })
  })

  test('a restore refuses a backup of a newer schema and names its migration', async () => {
    const folder = filledCopy()
    const { manifest } = readFolder(folder)
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ ...manifest, migration: '29990101000000' }))
    const target = await emptyProject()
    const { status, said } = await runCopy(target, 'restore', '--from', folder)
    expect(said).toContain('The backup was made with migration 29990101000000')
    expect(status).toBe(1)
    expect(await hasBegun(target)).toBe(false)
  })

  test('a restore begins only if every table and file matches the manifest', async () => {
    const target = await emptyProject()
    const damages = {
      [`files/${picture}`]: (file: string) => writeFileSync(file, 'another picture'),
      [photoFile(own)]: rmSync,
      'public.reviews': (file: string) => appendFileSync(file, '{}\n'),
      'private.site': rmSync,
    }
    for (const [what, damage] of Object.entries(damages)) {
      const folder = filledCopy()
      const { tables } = readFolder(folder).manifest
      const file = tables.find(({ name }: { name: string }) => name === what)?.file ?? what
      damage(path.join(folder, file))
      const { status, said } = await runCopy(target, 'restore', '--from', folder)
      expect(said).toContain(`${file} doesn't match the manifest`)
      expect(status).toBe(1)
    }
    expect(await hasBegun(target)).toBe(false)
  })

  test('a restore names a row that violates a constraint and can be resumed', async () => {
    const folder = filledCopy()
    await change(folder, 'public.reviews', (text) => text.replace('"rating": 5', '"rating": 9'))
    const target = await emptyProject()
    const refused = await runCopy(target, 'restore', '--from', folder)
    expect(refused.said).toContain("A row of the backup doesn't fit")
    expect(refused.said).toContain('reviews_rating_check')
    expect(await target.sql('select from reviews')).toEqual([])
    // A migration of a later version might do this.
    await target.sql('alter table reviews drop constraint reviews_rating_check')
    const answer = await runCopy(target, 'restore', '--from', folder)
    expect(answer).toMatchObject({ status: 0, said: expect.stringContaining('Restored the backup of') })
  })

  /** Returns a target in which `act` runs during a restore. */
  const busyProject = async (act: (target: TestBackend) => Promise<unknown>) => {
    const target = await createTestBackend()
    onTestFinished(target.stop)
    const between: Between = async (request, answer) => {
      await answer()
      if (request.url?.endsWith('/begin_restore')) await act(target)
    }
    return { ...target, url: await serve(target, between) }
  }

  test('a restore fails if rows are inserted by SQL in the meantime', async () => {
    const folder = filledCopy()
    const row = { ordered_at: '2026-01-02T00:00:00Z', changed: 9, kind: 'extra' }
    const target = await busyProject((project) => insert(project, 'private.builds', row))
    const { status, said } = await runCopy(target, 'restore', '--from', folder)
    expect(said).toMatch(/private\.builds doesn't match the backup \(\d+ rows?, expected \d+\)\. Someone has used/)
    expect(status).toBe(1)
    expect(await hasBegun(target)).toBe(true)
  })

  test('a restore keeps reviews and enquiries that visitors send in the meantime', async () => {
    const waits = { text: 'Sent twice', email: 'twice@example.com' }
    await addReview(source, waits)
    const folder = await copied()
    const visit = (project: TestBackend, table: string, body: object) =>
      callAs(project, 'service', `/rest/v1/${table}`, { method: 'POST', body })
    const review = { name: 'Ann', location: 'NW3', text: 'New words', rating: 5, email: 'new@example.com' }
    const enquiry = { kind: 'contact', name: 'Ann', email: 'new@example.com', message: 'Hello' }
    const target = await busyProject(async (project) => {
      for (const sent of [review, { ...review, ...waits }])
        expect(await visit(project, 'reviews', sent)).toMatchObject({ status: 201 })
      expect(await visit(project, 'enquiries', enquiry)).toMatchObject({ status: 201 })
    })
    expect(await runCopy(target, 'restore', '--from', folder)).toMatchObject({ status: 0 })
    const words = 'select text from reviews order by text'
    const expected = [...(await sql<{ text: string }>(words)), { text: review.text }]
    expect((await target.sql(words)).map((row) => JSON.stringify(row)).sort()).toEqual(
      expected.map((row) => JSON.stringify(row)).sort(),
    )
    expect(await target.sql(`select from enquiries where email = 'new@example.com'`)).toHaveLength(1)
    const { received, waiting, ...others } = await numbersOf(source)
    expect(await numbersOf(target)).toEqual({ ...others, received: received + 1, waiting: waiting + 1 })
  })

  /** Returns a project whose restore stopped before the builds. */
  const interrupted = async () => {
    const folder = filledCopy()
    await change(folder, 'private.builds', (text) => text.replace('"ordinary"', '"unknown"'))
    const target = await emptyProject()
    expect((await runCopy(target, 'restore', '--from', folder)).said).toContain('builds_kind_check')
    await target.sql('delete from private.second_factor_rule')
    return { target, owner: await createSignedInUser(target, 'owner', { role: 'admin' }) }
  }
  const newestOf = async ({ sql: ask }: TestBackend) =>
    (await ask<{ id: number }>('select max(id)::float8 as id from publications'))[0]?.id ?? 0

  test('an unfinished restore blocks administrator changes and the file clean-up', async () => {
    const { target, owner } = await interrupted()
    const [before, replaced] = [await stateOf(target), await newestOf(target)]
    const refused = { status: 423, body: { code: 'PT423', message: 'restore_unfinished' } }
    const own = toKey('cellar')
    const newTitle = (base: number) => ({
      ...{ p_seen: 0, p_browser: 'phone' },
      p_changes: { title: { base, seq: Date.now(), value: 'New' } },
    })
    const calls: [name: string, args: object][] = [
      ['publish', { p_items: [], p_replaces: replaced }],
      ['save_project', { p_id: own, ...newTitle(Number.MAX_SAFE_INTEGER) }],
      ['save_project', { p_id: toKey('new'), ...newTitle(0) }],
      ['publish_project', { p_id: own, p_version: 2, p_address: 'x', p_content: {} }],
      ['set_project_status', { p_id: own, p_status: 'hidden' }],
      ['order_portfolio', { p_ids: [own], p_built_in: [] }],
      ['delete_project', { p_id: own }],
      ['restore_project', { p_id: toKey('gone') }],
      ['delete_permanently', {}],
      ['delete_image_permanently', { p_files: [picture] }],
      ['moderate_reviews', { p_ids: [], p_from: 'pending', p_to: 'approved' }],
      ['delete_reviews', { p_ids: [] }],
      ['delete_enquiry_photo', { p_name: await photoOf('Dee') }],
      ['save_enquiry_note', { p_id: crypto.randomUUID(), p_note: 'Later', p_seen: '' }],
    ]
    for (const [name, args] of calls) expect(await rpc(target, owner, name, args), name).toMatchObject(refused)
    const [replied] = await target.sql<{ id: string }>(`select id from reviews where reply <> ''`)
    const serviceCalls: [name: string, args: object][] = [
      ['claim_thanks', { p_id: own }],
      ['claim_reply', { p_id: own, p_token_hash: 'd'.repeat(64) }],
      ['save_review_reply', { p_id: replied?.id, p_reply: 'Later', p_seen: AWKWARD }],
      ['withdraw_review', { p_token: LINK }],
    ]
    for (const [name, args] of serviceCalls)
      expect(await rpc(target, 'service', name, args), name).toMatchObject(refused)
    const rows: [call: string, method: string, body?: object][] = [
      ['enquiries?kind=eq.contact', 'PATCH', { status: 'won' }],
      ['enquiries?kind=eq.contact', 'DELETE'],
      ['review_invitations?id=not.is.null', 'DELETE'],
      ['review_invitations?id=not.is.null', 'PATCH', { withdrawn_at: '2026-01-01' }],
    ]
    for (const [path, method, body] of rows)
      expect(await callAs(target, owner, `/rest/v1/${path}`, { method, body }), path).toMatchObject(refused)
    const functions: [path: string, body: object][] = [
      ['auth-admin/invite', { email: 'new@example.com', data: { role: 'admin' } }],
      ['admin-email', { kind: 'invite', name: 'Bea', email: 'bea@example.com', location: '' }],
    ]
    for (const [path, body] of functions) {
      const answer = await callAs(target, owner, `/functions/v1/${path}`, { method: 'POST', body })
      expect(answer.status, path).toBe(423)
      expect(JSON.stringify(answer.body), path).toContain('"code":"restoring"')
    }
    const removed = await callAs(target, owner, `/functions/v1/auth-admin/admin/users/${guest.id}`, {
      method: 'DELETE',
    })
    expect(removed).toMatchObject({ status: 423, body: { code: 'restoring' } })
    // The clean-up must spare restored files whose rows are still missing.
    await target.sql(`update storage.objects set created_at = now() - interval '4 days'`)
    expect((await rpc(target, 'service', 'claim_unused_site_media')).body).toEqual([])
    await rpc(target, 'service', 'claim_build', { p_settings: { per_month: 100, quiet_minutes: 0, lost_minutes: 10 } })
    expect(await stateOf(target)).toEqual(before)
  })

  test('abandoning a restore unblocks publishing, and the next publication is the newest', async () => {
    const { target, owner } = await interrupted()
    await addReview(target)
    expect(await runCopy(target, 'restore', '--abandon')).toEqual({
      status: 0,
      said: expect.stringContaining('Everything restored so far is kept, and administrators can save again.'),
    })
    expect(await runCopy(target, 'restore', '--abandon')).toEqual({
      status: 0,
      said: expect.stringContaining('There is no unfinished restore'),
    })
    const kept = await target.sql('select from reviews')
    expect(await numbersOf(target)).toMatchObject({ received: kept.length + 1, rejected: { duplicate: 1 } })
    const shown = async () => ((await rpc(target, 'visitor', 'site')).body as { publication: unknown }).publication
    const replaced = await newestOf(target)
    expect(await shown()).toEqual({ id: replaced, items: [] })
    const first = (await rpc(target, owner, 'publish', { p_items: [], p_replaces: replaced })).body as number
    expect(first).toBeGreaterThan(replaced)
    expect(await shown()).toEqual({ id: first, items: [] })
    const { body: second } = await rpc(target, owner, 'publish', { p_items: [], p_replaces: first })
    const { body } = await rpc(target, owner, 'publication_history')
    expect((body as { id: number }[]).map(({ id }) => id).slice(0, 3)).toEqual([second, first, replaced])
  })

  test('a restore fills columns missing from the backup with their defaults', async () => {
    const folder = filledCopy()
    const target = await emptyProject()
    await target.sql(`alter table reviews add column mood text not null default 'good'`)
    await target.sql(`insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`)
    const { said } = await runCopy(target, 'restore', '--from', folder)
    expect(said).toContain('Restored the backup of')
    expect(await target.sql('select distinct mood from reviews')).toEqual([{ mood: 'good' }])
  })

  test('a restore emails administrators who are not banned, only if --invite is given', async () => {
    const folder = filledCopy()
    const [silent, inviting] = [await emptyProject(), await emptyProject()]
    await runCopy(silent, 'restore', '--from', folder)
    expect(silent.mails()).toEqual([])
    const { status, said } = await runCopy(inviting, 'restore', '--from', folder, '--invite')
    expect(said).toContain(`Emailed ${admin.email}.`)
    expect(status).toBe(0)
    const mails = inviting.mails().map(({ to, subject }) => [to, subject])
    expect(Object.fromEntries(mails)).toEqual({
      [admin.email]: expect.stringContaining('password'),
      [invited.email]: expect.stringMatching(/invit/i),
    })
  })
})

test('a backup reports a missing secret key or one without rights', async () => {
  const url = await serve(source)
  const folder = newFolder()
  const refused = await runCopy({ url, secretKey: source.publishableKey }, 'backup', '--to', folder)
  expect(refused).toEqual({
    status: 1,
    said: `${url} doesn't accept this SUPABASE_SECRET_KEY. Use the project's secret key.\n`,
  })
  const none = await runCopy({ url: 'https://project.invalid', secretKey: '' }, 'backup', '--to', folder)
  expect(none.said).toMatch(/^SUPABASE_SECRET_KEY is not set/)
})

test.each([['backup', '--to'] as const, ['restore', '--from'] as const])(
  'the %s command refuses a legacy key with advice before sending any request',
  async (command, option) => {
    const asked = vi.fn()
    const url = await serve(source, async () => asked())
    const legacyKey = forgeToken({ role: 'service_role' }, 'secret')
    expect(await runCopy({ url, secretKey: legacyKey }, command, option, newFolder())).toEqual({
      status: 1,
      said: `${legacyKeyAdvice('SUPABASE_SECRET_KEY', legacyKey)}\n`,
    })
    expect(asked).not.toHaveBeenCalled()
  },
)

test.each(['lost.webp', picture])('backup and restore report a lost or wrong file (%s) as missing', async (other) => {
  const { bytes, name } = await drawPicture()
  await uploadFile(source, admin, bytes)
  const photo = await photoOf('Dee')
  const words = ['“A dry basement” in “A cellar in Camden”', 'a photo in Dee’s enquiry']
  const project = { id: toKey('loss'), version: null }
  await createCustomProjects(source, admin).save(project, toDraft(fakeContent(fakeProjectImage(name))))
  onTestFinished(async () => {
    await sql('delete from projects where id = $1', [project.id])
    await sql('delete from storage.objects where name = $1', [name])
  })
  const otherPhoto = other === picture ? await photoOf('Bea') : 'lost'
  const between: Between = async (request, answer) => {
    request.url = request.url?.replace(name, other).replace(photo, otherPhoto)
    await answer()
  }
  const folder = newFolder()
  const taken = await runCopy({ url: await serve(source, between), secretKey }, 'backup', '--to', folder)
  expect(taken.status).toBe(1)
  for (const word of words) expect(taken.said).toContain(`Missing from storage: ${word}. Re-upload`)
  expect(readFolder(folder).manifest.missing).toEqual([name, photo].sort())
  const restored = await runCopy(await emptyProject(), 'restore', '--from', folder)
  expect(restored.status).toBe(0)
  for (const word of words) expect(restored.said).toContain(`Not in the backup: ${word}. Re-upload`)
})

test('a backup fails and leaves no manifest when storage refuses the key', async () => {
  const between: Between = async (request, answer) => {
    if (request.url?.startsWith('/storage/')) request.url = '/auth/v1/user'
    await answer()
  }
  const folder = newFolder()
  const { status, said } = await runCopy({ url: await serve(source, between), secretKey }, 'backup', '--to', folder)
  expect(said).toMatch(/doesn't accept this SUPABASE_SECRET_KEY/)
  expect(status).toBe(1)
  expect(readdirSync(folder)).not.toContain('manifest.json')
})

test('a backup fetches a file again if its local content has changed', async () => {
  const project = { url: await serve(source), secretKey }
  const folder = newFolder()
  await runCopy(project, 'backup', '--to', folder)
  const before = readFolder(folder).files[`files/${picture}`]
  writeFileSync(path.join(folder, 'files', picture), 'x'.repeat(before?.length ?? 0))
  const { said } = await runCopy(project, 'backup', '--to', folder)
  expect(said).toContain('1 of them new')
  expect(readFolder(folder).files[`files/${picture}`]).toBe(before)
})

test('concurrent backups into one folder all succeed with valid tables', async () => {
  const project = { url: await serve(source), secretKey }
  const folder = newFolder()
  const taken = await Promise.all([1, 2, 3].map(() => runCopy(project, 'backup', '--to', folder)))
  expect(taken.map(({ status }) => status)).toEqual([0, 0, 0])
  for (const table of readFolder(folder).manifest.tables)
    expect(await checksumTable(path.join(folder, table.file)), table.file).toMatchObject({ sha256: table.sha256 })
})

test('the commands report failed account creation, invalid options and insecure addresses', async () => {
  const folder = filledCopy()
  const target = await createTestBackend()
  onTestFinished(target.stop)
  const between: Between = (request, answer) => {
    if (request.url?.endsWith('/admin/users')) request.url += '/nobody'
    return answer()
  }
  const refused = await runCopy({ ...target, url: await serve(target, between) }, 'restore', '--from', folder)
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('returned 404 for /auth/v1/admin/users') })
  const project = { url: await serve(source), secretKey }
  const wrong: [said: string, command: 'backup' | 'restore', ...args: string[]][] = [
    ['Specify a folder: --to FOLDER', 'backup'],
    ["Unknown option '--too'", 'backup', '--too', folder],
    ['is inside the repository', 'backup', '--to', 'docs'],
    ["can't be used (E", 'backup', '--to', path.join(folder, 'manifest.json')],
    ['has no manifest.json', 'restore', '--from', newFolder()],
    ['or only --abandon', 'restore', '--from', folder, '--abandon'],
  ]
  for (const [said, command, ...args] of wrong)
    expect(await runCopy(project, command, ...args)).toEqual({ status: 1, said: expect.stringContaining(said) })
  const open = await runCopy({ url: 'http://project.invalid', secretKey }, 'backup', '--to', folder)
  expect(open.said).toContain('The secret key would be sent to http://project.invalid unencrypted')
})
