import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createServices } from '../../supabase/functions/_shared/services.ts'
import { createHandler as enquiryPhoto } from '../../supabase/functions/enquiry-photo/handler.ts'
import { createHandler as sendEmail } from '../../supabase/functions/send-email/handler.ts'
import { openPglite } from '../../supabase/local/database/engine.ts'
import { filesFolder } from '../../supabase/local/database/lock.ts'
// Defines the WebSocket that Node 20 lacks.
import '../support/backend.ts'
import { FEWEST_SETTINGS } from '../support/company.ts'
import { freePort } from '../support/free-port.mjs'
import { PROCESS_KEYS, queryRows, type SiteProcess, startSite } from '../support/site-process.ts'
import { drawPicture } from '../support/uploads.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'groundworks-photos-'))
const port = await freePort()
let site: SiteProcess = startSite(dataDir, port)
afterAll(async () => {
  await site.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

type Visitor = {
  set: string
  key: string
  bytes: Uint8Array<ArrayBuffer>
  name: string
  unnamed: Uint8Array<ArrayBuffer>
}
type Call = (request: Request) => Promise<Response>

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const newVisitor = async (): Promise<Visitor> => {
  const [set, { bytes }, { bytes: unnamed }] = [randomUUID(), await drawPicture(), await drawPicture()]
  return { set, key: randomUUID(), bytes, name: `${set}/${hash(bytes)}`, unnamed }
}

// The functions run in this process, so that the server can die between two of their requests.
const callsUntil = (isMoment: (call: string, isAnswered: boolean) => boolean, act: () => Promise<unknown>): Call => {
  let hasFailed = false
  const failAt = async (call: string, isAnswered: boolean) => {
    if (!hasFailed && isMoment(call, isAnswered)) {
      hasFailed = true
      await act()
    }
    if (hasFailed) throw new Error('The connection is lost.')
  }
  const watched: typeof fetch = async (input, init) => {
    const call = `${init?.method} ${new URL(String(input)).pathname}`
    await failAt(call, false)
    const response = await fetch(input, init)
    await failAt(call, true)
    return response
  }
  const environment = {
    ...FEWEST_SETTINGS,
    SUPABASE_URL: site.url,
    SUPABASE_ANON_KEY: PROCESS_KEYS.VITE_SUPABASE_PUBLISHABLE_KEY,
    SUPABASE_SERVICE_ROLE_KEY: PROCESS_KEYS.SUPABASE_SECRET_KEY,
  }
  const services = createServices(environment, { fetch: watched, sendMail: async () => {} })
  const handlers = { 'enquiry-photo': enquiryPhoto(services), 'send-email': sendEmail(services) }
  return async (request) => {
    const { pathname } = new URL(request.url)
    return handlers[pathname.split('/')[1] as keyof typeof handlers](request)
  }
}
/** Calls the functions of the running site. */
const callSite: Call = (request) => {
  const { pathname } = new URL(request.url)
  return fetch(`${site.url}/functions/v1${pathname}`, {
    method: 'POST',
    headers: { ...Object.fromEntries(request.headers), apikey: PROCESS_KEYS.VITE_SUPABASE_PUBLISHABLE_KEY },
    body: request.body,
    duplex: 'half',
  } as RequestInit)
}

const upload = (call: Call, { set }: Visitor, body: Uint8Array<ArrayBuffer>) =>
  call(new Request(`http://localhost/enquiry-photo/${set}`, { method: 'POST', body }))
const enquire = (call: Call, { set, key, bytes }: Visitor) =>
  call(
    new Request('http://localhost/send-email', {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', 'idempotency-key': key },
        'enquiry-photos': `${set} ${hash(bytes)}`,
      },
      body: JSON.stringify({ isContactForm: true, name: 'Ann', fromEmail: 'ann@example.com', cardUrl: key }),
    }),
  )
const acknowledged: Visitor[] = []
/** Uploads two photos and sends an enquiry with one of them, like the form. */
const visit = async (call: Call, visitor: Visitor) => {
  // A set that is closed was sent.
  for (const bytes of [visitor.unnamed, visitor.bytes])
    if (![200, 409].includes((await upload(call, visitor, bytes)).status)) return
  if ((await enquire(call, visitor)).ok) acknowledged.push(visitor)
}

const expectNothingLost = async () => {
  type Row = { id: string; photos: { name: string }[] }
  const rows = await queryRows<Row>(site.url, 'enquiries?select=id,photos')
  const stored = new Map(rows.map(({ id, photos }) => [id, photos.map(({ name }) => name)]))
  for (const { key, name, bytes } of acknowledged) {
    expect(stored.get(key)).toEqual([name])
    const url = `${site.url}/storage/v1/object/enquiry-photos/${name}`
    const file = await fetch(url, { headers: { apikey: PROCESS_KEYS.SUPABASE_SECRET_KEY } })
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes), 'the file is whole').toBe(true)
  }
  return [...stored.values()].flat()
}
const restart = async () => {
  await site.kill()
  site = startSite(dataDir, port)
  return expectNothingLost()
}

const FILE = 'POST /storage/v1/object/enquiry-photos/'
const ENQUIRY = 'POST /rest/v1/enquiries'
const DELIVERY = 'PATCH /rest/v1/enquiries'
test.each<[moment: string, call: string, isAnswered: boolean, nth: number]>([
  ['reserving and storing a photo', FILE, false, 2],
  ['storing and acknowledging a photo', FILE, true, 2],
  ['uploading photos and storing the enquiry', ENQUIRY, false, 1],
  ['storing and mailing the enquiry', ENQUIRY, true, 1],
  ['mailing the enquiry and recording it', DELIVERY, false, 1],
])('nothing sent is lost when the server dies between %s', { timeout: 300_000 }, async (...moment) => {
  const [, call, isAnswered, nth] = moment
  await expectNothingLost()
  const at = () => {
    let count = 0
    return (made: string, answered: boolean) => made.startsWith(call) && answered === isAnswered && ++count === nth
  }
  // Only the connection of the first visitor is lost, who never returns.
  await visit(
    callsUntil(at(), async () => {}),
    await newVisitor(),
  )
  const visitor = await newVisitor()
  await visit(callsUntil(at(), site.kill), visitor)
  expect(site.isRunning()).toBe(false)
  await restart()
  await visit(callSite, visitor)
  expect(acknowledged.at(-1)).toBe(visitor)
  const rows = await queryRows(site.url, `enquiries?select=id&photo_set=eq.${visitor.set}`)
  expect(rows).toEqual([{ id: visitor.key }])
})

test('a day later, the next upload deletes every photo that was not sent', { timeout: 300_000 }, async () => {
  await site.kill()
  const read = async (change?: string) => {
    const engine = await openPglite(dataDir)
    if (change) await engine.query(change)
    const unclaimed = await engine.query<{ name: string }>('select name from private.unclaimed_photos')
    const files = await engine.query<{ name: string }>('select name from storage.objects')
    await engine.close()
    return { unclaimed: unclaimed.map(({ name }) => name), files: files.map(({ name }) => name).sort() }
  }
  const before = await read(`update private.unclaimed_photos set expires_at = expires_at - interval '25 hours'`)
  // At five moments, two visitors left one photo each, and the first three lost visitors two.
  expect(before.unclaimed).toHaveLength(13)
  const sent = await restart()
  const visitor = await newVisitor()
  expect((await upload(callSite, visitor, visitor.bytes)).status).toBe(200)
  await site.kill()
  const after = await read()
  expect(after).toEqual({ unclaimed: [visitor.name], files: [...sent, visitor.name].sort() })
  expect(readdirSync(filesFolder(dataDir))).toHaveLength(after.files.length)
})
