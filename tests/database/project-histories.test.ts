import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import * as v from 'valibot'
import { afterAll, expect, test } from 'vitest'
import { saveResponseSchema } from '@/admin/projects/sync/merge'
import { fieldStampSchema, projectDraftSchema } from '../../supabase/functions/_shared/contract/project.ts'
import { copyHostedDatabase } from '../support/hosted-database.ts'
import { createRandom, HISTORIES, type ProjectServer, playHistory } from '../support/project-histories.ts'

const COUNT = Number(process.env.HISTORIES ?? 300)
const database = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
const owner = postgres(database.urlOf('postgres'), { max: 1, onnotice: () => {} })
const admin = postgres(database.urlOf('authenticator'), { max: 1, onnotice: () => {} })
afterAll(async () => {
  await Promise.all([owner.end(), admin.end(), database.engine.close()])
  await database.discard()
})

const signIn = async () => {
  const authServer = postgres(database.urlOf('supabase_auth_admin'), { max: 1 })
  const session = randomUUID()
  const [user] = await authServer<{ id: string }[]>`
    insert into users (id, email, encrypted_password, raw_app_meta_data, email_confirmed_at, created_at)
    values (gen_random_uuid(), 'admin@example.com', 'hash', '{"role": "admin"}', now(), now()) returning id`
  await authServer`insert into sessions (id, user_id, created_at) values (${session}, ${user?.id ?? ''}, now())`
  await authServer.end()
  const claims = JSON.stringify({ role: 'authenticated', sub: user?.id, session_id: session })
  await admin`select set_config('request.jwt.claims', ${claims}, false)`
  await admin`set role authenticated`
}

const rowSchema = v.object({
  draft: projectDraftSchema,
  fields: v.record(v.string(), fieldStampSchema),
  version: v.number(),
})

const connect = (id: string): ProjectServer => ({
  save: async (seen, browser, changes) => {
    const text = JSON.stringify(changes)
    try {
      const [row] = await admin`select public.save_project(${id}, ${seen}, ${browser}, ${text}::text::json) as response`
      return v.parse(saveResponseSchema, row?.response)
    } catch (error) {
      if (error instanceof Error && error.message === 'project_missing') return null
      throw error
    }
  },
  read: async () => {
    const [row] = await owner`
      select draft, fields, version::float8 from public.projects where id = ${id} and deleted_at is null`
    return row ? v.parse(rowSchema, row) : null
  },
  remove: async () => void (await admin`select public.delete_project(${id})`),
  removePhotoPermanently: async (files) => void (await admin`select public.delete_image_permanently(${[...files]})`),
  storeFiles: async (names) => {
    await owner`delete from private.site_media_removals where name = any (${[...names]})`
    await owner`insert into storage.objects (bucket_id, name) select 'site-media', unnest(${[...names]}::text[]) on conflict do nothing`
  },
})

test(`saving loses or overwrites no edit in ${COUNT} random histories on PostgreSQL`, async () => {
  await signIn()
  const random = createRandom(Number(process.env.SEED ?? 1))
  const failed: string[] = []
  for (let number = 0; number < COUNT; number += 1) {
    const history = HISTORIES[Math.floor(random() * HISTORIES.length)] as (typeof HISTORIES)[number]
    const faults = await playHistory(connect(randomUUID()), history, random)
    if (Object.keys(faults).length > 0) failed.push(`${JSON.stringify(history)} ${JSON.stringify(faults)}`)
    await owner`delete from public.projects`
    await owner`delete from storage.objects`
  }
  expect(failed).toEqual([])
}, 3_600_000)
