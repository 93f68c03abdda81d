import { createHash, randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ENQUIRY_PHOTO_RATES } from '../../supabase/functions/_shared/contract/enquiry-photo.ts'
import { ENQUIRY_PHOTO_LIMITS } from '../../supabase/functions/_shared/contract/limits.ts'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler } from '../../supabase/functions/enquiry-photo/handler.ts'
import { createTestBackend } from '../support/backend.ts'
import { callAs, createSignedInUser, type Identity, sortStatuses } from '../support/backend-users.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'
import { forgeToken } from '../support/tokens.ts'
import { refused } from './calls.ts'

const backend = await createTestBackend()
const { sql } = backend
const admin = await createSignedInUser(backend, 'owner', { role: 'admin' })
afterAll(backend.stop)
beforeEach(async () => {
  for (const table of ['public.enquiries', 'private.unclaimed_photos', 'private.rate_limit_hits', 'storage.objects'])
    await sql(`delete from ${table}`)
})

type Bytes = Buffer<ArrayBuffer>
const { bytes: BYTES_MAX, side: SIDE_MAX, photos: PHOTOS_MAX } = ENQUIRY_PHOTO_LIMITS

const picture = (width = 40, height = 30, background = '#804020') =>
  sharp({ create: { width, height, channels: background.length > 7 ? 4 : 3, background } })
const draw = (image: ReturnType<typeof picture>): Promise<Bytes> => image.toBuffer() as Promise<Bytes>
const [JPEG, WEBP] = [await draw(picture().jpeg()), await draw(picture().webp())]
const [PNG, GIF] = [await draw(picture().png()), await draw(picture().gif())]
const KINDS: [what: string, type: string, base: Bytes][] = [
  ['progressive JPEG', 'image/jpeg', await draw(picture().jpeg({ progressive: true }))],
  ['JPEG with metadata', 'image/jpeg', await draw(picture().withMetadata({ orientation: 6 }).jpeg())],
  ['lossless WebP', 'image/webp', await draw(picture().webp({ lossless: true }))],
  ['transparent WebP', 'image/webp', await draw(picture(40, 30, '#80402080').webp())],
  ['WebP of the largest size', 'image/webp', await draw(picture(SIDE_MAX, 2).webp())],
]
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** A different photo each time, because files outlive the rows that `beforeEach` deletes. */
const newPhoto = (base = WEBP) => Buffer.concat([base, randomBytes(8)])

const ask = async (path: string, init: RequestInit = {}) => {
  const { status, headers, ...response } = await backend.fetch(`/functions/v1/${path}`, init).then(async (answer) => ({
    status: answer.status,
    headers: answer.headers,
    bytes: Buffer.from(await answer.arrayBuffer()),
  }))
  const isJson = headers.get('content-type')?.startsWith('application/json')
  return { status, headers, ...response, json: isJson ? JSON.parse(response.bytes.toString()) : undefined }
}
const upload = (set: string, body: Bytes) => ask(`enquiry-photo/${set}`, { method: 'POST', body })
const add = async (set: string, bytes = newPhoto()) => {
  const sha256 = hash(bytes)
  expect(await upload(set, bytes)).toMatchObject({ status: 200, json: { success: true, sha256 } })
  return sha256
}
const asAdmin = { authorization: `Bearer ${admin.token}` }
const openPhoto = (name: string, method = 'GET') => ask(`enquiry-photo/${name}`, { method, headers: asAdmin })

const contact = { isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', cardUrl: 'Damp' }
const enquire = (photos: string, { key = randomUUID() as string, body = contact as object } = {}) =>
  ask('send-email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key, 'enquiry-photos': photos },
    body: JSON.stringify(body),
  })
const conflict = refused(409, 'conflict')

const namesIn = async (query: string) => (await sql<{ name: string }>(`${query} order by 1`)).map(({ name }) => name)
const unclaimed = () => namesIn('select name from private.unclaimed_photos')
const files = () => namesIn(`select name from storage.objects where bucket_id = 'enquiry-photos'`)
const claimed = () => namesIn(`select p ->> 'name' as name from enquiries, jsonb_array_elements(photos) p`)
const expire = (set: string) =>
  sql(`update private.unclaimed_photos set expires_at = now() - interval '1 hour' where photo_set = $1`, [set])
const expectNothingStored = async () => expect([await unclaimed(), await files()]).toEqual([[], []])

describe('an upload', () => {
  test('JPEG and WebP photos are stored with their type and size for 24 hours', async () => {
    for (const [what, type, base] of KINDS) {
      const [set, bytes] = [randomUUID(), newPhoto(base)]
      const name = `${set}/${await add(set, bytes)}`
      const { width, height } = await sharp(base).metadata()
      const facts = `name, width, height, size, round(extract(epoch from expires_at - now()) / 3600)::int as hours`
      const [row] = await sql(`select ${facts} from private.unclaimed_photos where photo_set = $1`, [set])
      expect(row, what).toEqual({ name, width, height, size: bytes.length, hours: 24 })
      const [file] = await sql(`select metadata ->> 'mimetype' as type from storage.objects where name = $1`, [name])
      expect(file, what).toEqual({ type })
    }
  })

  const frame = (width: number, height: number) => {
    const size = Buffer.from([8, height >> 8, height, width >> 8, width, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    return Buffer.concat([Buffer.from([0xff, 0xc0, 0, 17]), size])
  }
  const start = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), Buffer.alloc(14)])
  // Padding before the true frame, which decoders skip, leads `image-size` to another one.
  const disguised = Buffer.concat([start, Buffer.of(0xff), frame(10_000, 10_000), Buffer.alloc(60_000)])
  frame(40, 30).copy(disguised, start.length + 2 + 0xc000)
  const wideWebp = Buffer.from(WEBP)
  wideWebp.writeUInt16LE(SIDE_MAX + 1, 26)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'

  test.each<[what: string, bytes: Uint8Array, status: number, code: string]>([
    ['text named as an image', Buffer.from('photo.jpg'), 415, 'unsupported-type'],
    ['an empty file', Buffer.alloc(0), 415, 'unsupported-type'],
    ['an SVG', Buffer.from(svg), 415, 'unsupported-type'],
    ['an SVG that begins like a WebP', Buffer.from(`RIFF\0\0\0\0WEBP${svg}`), 415, 'unsupported-type'],
    ['a PNG', PNG, 415, 'unsupported-type'],
    ['a GIF', GIF, 415, 'unsupported-type'],
    ['a file over 350,000 bytes', Buffer.concat([JPEG, Buffer.alloc(BYTES_MAX)]), 413, 'too-large'],
    ['a JPEG whose header claims 10,000 pixels', Buffer.concat([start, frame(10_000, 10_000)]), 400, 'invalid'],
    ['a JPEG with a disguised large header', disguised, 400, 'invalid'],
    ['a JPEG without height', Buffer.concat([start, frame(40, 0)]), 400, 'invalid'],
    ['a JPEG without a header', JPEG.subarray(0, 20), 400, 'invalid'],
    ['a WebP over 1,600 pixels', wideWebp, 400, 'invalid'],
    ['a WebP with a broken header', WEBP.subarray(0, 27), 400, 'invalid'],
  ])('refuses %s and stores nothing', async (_, bytes, status, code) => {
    expect(await upload(randomUUID(), Buffer.from(bytes))).toMatchObject(refused(status, code))
    await expectNothingStored()
  })

  test('refuses paths that are not the id of a set', async () => {
    const set = randomUUID()
    const paths = ['', set.toUpperCase(), set.slice(1), `${set}x`, `${set}/`, `..%2f${set}`, `${set}%2f..`, `${set}%00`]
    for (const path of [...paths, `${set}/${'a'.repeat(64)}`, `${set}/../../storage/${set}`])
      expect((await upload(path, newPhoto())).status, path).toBeGreaterThanOrEqual(400)
    await expectNothingStored()
  })

  test('a repeated upload stores nothing twice and renews its 24 hours in a full set', async () => {
    const [set, bytes] = [randomUUID(), newPhoto()]
    const names = [`${set}/${await add(set, bytes)}`]
    await sql(
      `insert into private.unclaimed_photos select $1 || '/' || repeat(n::text, 64), $1::uuid, 1, 1, 1
      from generate_series(2, $2) n`,
      [set, PHOTOS_MAX],
    )
    expect(await upload(set, newPhoto())).toMatchObject(conflict)
    await sql(`update private.unclaimed_photos set expires_at = now() + interval '1 minute'`)
    const answers = await Promise.all([1, 2, 3].map(() => upload(set, bytes)))
    expect(sortStatuses(answers)).toEqual([200, 200, 200])
    expect(await files()).toEqual(names)
    const renewed = `select name from private.unclaimed_photos where expires_at > now() + interval '23 hours'`
    expect([await namesIn(renewed), await unclaimed()]).toEqual([
      names,
      expect.objectContaining({ length: PHOTOS_MAX }),
    ])
  })

  test('refuses the thirty-first upload from an IP address within an hour', async () => {
    await add(randomUUID())
    await sql(
      `insert into private.rate_limit_hits (bucket, hit_at, expires_at)
      select bucket, hit_at, expires_at from private.rate_limit_hits, generate_series(3, $1)`,
      [ENQUIRY_PHOTO_RATES.hour.limit],
    )
    await add(randomUUID())
    const late = await upload(randomUUID(), newPhoto())
    expect(late).toMatchObject(refused(429, 'rate-limited'))
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(3_500)
    expect(await files()).toHaveLength(2)
  })

  // Small files count as 16 kB.
  const hold = (size: number) =>
    sql('insert into private.unclaimed_photos values ($1, $2, 1, 1, $3)', [
      `${randomUUID()}/${'a'.repeat(64)}`,
      randomUUID(),
      size - 16_384,
    ])
  const keep = (size: number) =>
    sql(`insert into storage.objects (bucket_id, name, metadata) values ('enquiry-photos', 'a', $1)`, [
      JSON.stringify({ size: size - 16_384 }),
    ])
  test.each([
    ['100 MB unsent', () => hold(100_000_000)],
    ['500 MB in all', () => Promise.all([hold(90_000_000), keep(410_016_384)])],
  ])('refuses photos above %s', async (_, fill) => {
    await fill()
    const [set, last] = [randomUUID(), newPhoto()]
    await add(set, last)
    const before = [await unclaimed(), await files()]
    expect(await upload(set, newPhoto())).toMatchObject(refused(507, 'storage-full'))
    await add(set, last)
    expect([await unclaimed(), await files()]).toEqual(before)
  })
})

describe('an enquiry with photos', () => {
  test('an enquiry claims the named photos in order, and its set is closed', async () => {
    const set = randomUUID()
    const [first, second, unnamed] = [newPhoto(), newPhoto(JPEG), newPhoto()]
    for (const bytes of [unnamed, second, first]) await add(set, bytes)
    const { json, status } = await enquire(`${set} ${hash(first)} ${hash(second)}`)
    expect(status).toBe(200)
    const stored = [first, second].map((bytes) => ({
      name: `${set}/${hash(bytes)}`,
      ...{ width: 40, height: 30, size: bytes.length },
    }))
    expect(await sql('select id, photo_set, photos from enquiries')).toEqual([
      { id: json.details.id, photo_set: set, photos: stored },
    ])
    expect(await unclaimed()).toEqual([`${set}/${hash(unnamed)}`])
    const [mail] = backend.mails()
    expect(mail?.text).toContain('\nPhotos: 2 photos\n')
    expect(mail?.text).toContain(`/admin/dashboard?enquiry=${json.details.id}#enquiries\n`)

    for (const bytes of [first, unnamed, newPhoto()]) expect(await upload(set, bytes)).toMatchObject(conflict)
    for (const photos of [`${hash(first)} ${hash(second)}`, hash(unnamed)])
      expect(await enquire(`${set} ${photos}`)).toMatchObject(conflict)
    expect(await claimed()).toHaveLength(2)
    expect(await files()).toHaveLength(3)
  })

  test('an enquiry is refused and claims nothing if a photo is missing', async () => {
    const [mine, other] = [randomUUID(), randomUUID()]
    const [photo, hers] = [await add(mine), await add(other)]
    const interrupted = await add(mine)
    await sql('delete from storage.objects where name = $1', [`${mine}/${interrupted}`])
    for (const photos of [`${photo} ${hers}`, `${photo} ${interrupted}`, 'a'.repeat(64)])
      expect(await enquire(`${mine} ${photos}`)).toMatchObject(conflict)
    expect(await sql('select from enquiries')).toEqual([])
    expect(await unclaimed()).toHaveLength(3)
    expect(await enquire(`${mine.toUpperCase()} ${photo}`)).toMatchObject({ status: 200 })
  })

  test('a repeated or concurrent enquiry with the same key claims its photos once', async () => {
    const [set, key] = [randomUUID(), randomUUID()]
    const sha256 = await add(set)
    const send = () => enquire(`${set} ${sha256}`, { key })
    const answers = await Promise.all([send(), send()])
    for (const answer of [...answers, await send()])
      expect(answer).toMatchObject({ status: 200, json: { success: true, details: { id: key } } })
    expect(await claimed()).toEqual([`${set}/${sha256}`])

    const later = randomUUID()
    await add(later)
    const sameKey = refused(400, 'invalid', ['Idempotency-Key'])
    expect(await enquire(`${later} ${hash(newPhoto())}`, { key })).toMatchObject(sameKey)
  })

  test('only one of two concurrent enquiries with different keys gets the photos', async () => {
    const set = randomUUID()
    const sha256 = await add(set)
    const answers = await Promise.all([1, 2].map(() => enquire(`${set} ${sha256}`)))
    expect(sortStatuses(answers)).toEqual([200, 409])
    expect(await claimed()).toEqual([`${set}/${sha256}`])
  })

  test('an invalid header is refused and stores no enquiry', async () => {
    const set = randomUUID()
    const sha256 = await add(set)
    const six = Array.from({ length: PHOTOS_MAX + 1 }, () => hash(newPhoto())).join(' ')
    const photos = [sha256.toUpperCase(), `${sha256} ${sha256}`, `${sha256}, ${set}`, ` ${sha256}`, `${set}/${sha256}`]
    for (const header of [set, 'x', `x ${sha256}`, `${set} ${six}`, ...photos.map((photo) => `${set} ${photo}`)])
      expect(await enquire(header), header).toMatchObject(refused(400, 'invalid', ['Enquiry-Photos']))
    expect(await sql('select from enquiries')).toEqual([])
  })

  test('a business card claims no photos', async () => {
    const set = randomUUID()
    const sha256 = await add(set)
    const body = { email: 'bob@example.com', cardUrl: `${backend.url}/business-card` }
    expect(await enquire(`${set} ${sha256}`, { body })).toMatchObject({ status: 200 })
    expect(await sql('select photo_set, photos from enquiries')).toEqual([{ photo_set: null, photos: [] }])
    expect(await unclaimed()).toHaveLength(1)
  })
})

describe('the clean-up', () => {
  const rebuild = (who: Identity) => callAs(backend, who, '/functions/v1/rebuild', { method: 'POST', body: {} })

  test('photos that were not sent within 24 hours are deleted by the next upload', async () => {
    const [set, late] = [randomUUID(), newPhoto()]
    const kept = `${set}/${await add(set)}`
    const expired = randomUUID()
    for (const bytes of [late, newPhoto()]) await add(expired, bytes)
    await expire(expired)
    expect(await enquire(`${expired} ${hash(late)}`)).toMatchObject(conflict)
    expect(await upload(set, Buffer.from('x'))).toMatchObject({ status: 415 })
    expect(await files()).toHaveLength(3)
    const added = `${set}/${await add(set)}`
    const names = [kept, added].sort()
    expect([await unclaimed(), await files()]).toEqual([names, names])
    expect(await openPhoto(`${expired}/${hash(late)}`)).toMatchObject(refused(404, 'not-found'))
  })

  test('an expired set refuses uploads while Storage does not delete its files', async () => {
    const [set, bytes] = [randomUUID(), newPhoto()]
    await add(set, bytes)
    await expire(set)
    await sql(`create function private.keep() returns trigger language plpgsql as $$ begin raise 'kept'; end $$`)
    await sql('create trigger keep before delete on storage.objects for each row execute function private.keep()')
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    for (const photo of [bytes, newPhoto()]) expect(await upload(set, photo)).toMatchObject(conflict)
    expect(log.mock.calls.flat().join()).toContain('Expired photos were not deleted')
    log.mockRestore()
    await sql('drop function private.keep() cascade')
    expect(await files()).toHaveLength(1)
    const other = randomUUID()
    expect(await files()).not.toEqual([`${other}/${await add(other)}`])
    expect(await files()).toHaveLength(1)
  })

  test("an administrator's rebuild deletes expired photos, a visitor's does not", async () => {
    const set = randomUUID()
    await add(set)
    await expire(set)
    expect(await rebuild('visitor')).toMatchObject({ status: 200 })
    expect(await files()).toHaveLength(1)
    expect(await rebuild(admin)).toMatchObject({ status: 200 })
    await expectNothingStored()
  })

  test('deleting an enquiry deletes its photos with the next upload', async () => {
    const set = randomUUID()
    const photos = [await add(set), await add(set)]
    const { json } = await enquire(`${set} ${photos.join(' ')}`)
    const path = `/rest/v1/enquiries?id=eq.${json.details.id}`
    expect(await callAs(backend, admin, path, { method: 'DELETE' })).toMatchObject({ status: 204 })
    expect(await files()).toHaveLength(2)
    const next = randomUUID()
    const names = [`${next}/${await add(next)}`]
    expect([await unclaimed(), await files()]).toEqual([names, names])
  })
})

describe('an administrator', () => {
  test('an administrator deletes one photo and its file, and keeps the others', async () => {
    const set = randomUUID()
    const [first, second] = [await add(set), await add(set)]
    await enquire(`${set} ${first} ${second}`)
    for (const _ of ['first', 'again'])
      expect(await openPhoto(`${set}/${first}`, 'DELETE')).toMatchObject({ status: 200 })
    const left = [`${set}/${second}`]
    expect([await claimed(), await files(), await unclaimed()]).toEqual([left, left, []])
    expect(await openPhoto(`${set}/${first}`)).toMatchObject(refused(404, 'not-found'))
    expect(await openPhoto(`${set}/${second}`)).toMatchObject({ status: 200 })
    expect(await upload(set, newPhoto())).toMatchObject(conflict)
  })

  test('a photo that is also a page is served as an uncached image', async () => {
    const [set, bytes] = [randomUUID(), newPhoto(Buffer.concat([JPEG, Buffer.from('<script>alert(1)</script>')]))]
    const sha256 = await add(set, bytes)
    await sql(`update storage.objects set metadata = metadata || '{"mimetype": "text/html"}'`)
    const { headers, ...opened } = await openPhoto(`${set}/${sha256}`)
    expect(opened).toMatchObject({ status: 200, bytes })
    expect(['content-type', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name))).toEqual([
      'image/jpeg',
      'no-store',
      'nosniff',
    ])
  })

  test('a stored page is not served', async () => {
    const name = `${randomUUID()}/${'a'.repeat(64)}`
    const headers = { apikey: backend.secretKey, 'content-type': 'image/webp' }
    const page = { method: 'POST', headers, body: '<script>alert(1)</script>' }
    expect((await backend.fetch(`/storage/v1/object/enquiry-photos/${name}`, page)).status).toBe(200)
    expect(await openPhoto(name)).toMatchObject(refused(404, 'not-found'))
  })

  test('a photo that Storage cannot read is an error, not a deleted photo', async () => {
    const fetch: typeof globalThis.fetch = async (input) =>
      String(input).includes('/storage/') ? Response.json({ message: 'down' }, { status: 503 }) : Response.json(true)
    const claims = { role: 'authenticated', sub: 'a', session_id: 'x', exp: Date.now() / 1_000 + 60 }
    const headers = { authorization: `Bearer ${forgeToken(claims, 'any key')}` }
    const request = new Request(`http://localhost/enquiry-photo/${randomUUID()}/${'a'.repeat(64)}`, { headers })
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { status } = await createHandler(createServices({ ...FEWEST_SETTINGS }, { fetch }))(request)
    log.mockRestore()
    expect(status).toBe(500)
  })
})
