import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fakeFileName, fakeImage } from '../support/custom-projects.ts'
import { copyHostedDatabase } from '../support/hosted-database.ts'

// Each service of a hosted project connects with its own role.
const database = await copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '')
const logged: string[] = []
const onnotice = ({ severity, message }: postgres.Notice) => void (severity === 'LOG' && logged.push(message ?? ''))
const as = (role: string) => postgres(database.urlOf(role), { max: 4, onnotice })
const [owner, authServer, restServer] = [as('postgres'), as('supabase_auth_admin'), as('authenticator')]
afterAll(async () => {
  await Promise.all([owner.end(), authServer.end(), restServer.end(), database.engine.close()])
  await database.discard()
})

const create = (email: string, appMetadata: object, { confirm = true } = {}) =>
  authServer.begin(async (run) => {
    const provider = { provider: 'email', providers: ['email'] }
    const [user] = await run<{ id: string }[]>`
      insert into users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, invited_at, created_at)
      values (gen_random_uuid(), ${email}, 'hash', ${run.json(provider)}, '{"role": "admin"}', now(), now()) returning id`
    const { id } = user ?? { id: '' }
    await run`update users set role = 'authenticated' where id = ${id}`
    await run`update users set raw_app_meta_data = ${run.json({ ...provider, ...appMetadata })} where id = ${id}`
    if (confirm) await run`update users set email_confirmed_at = now() where id = ${id}`
    return id
  })
const roleOf = async (id: string) =>
  (await owner`select raw_user_meta_data ->> 'role' as role from auth.users where id = ${id}`)[0]?.role
// The pause before the commit makes concurrent changes overlap.
const demote = (id: string, pause = 0) => authServer`
  update users set raw_app_meta_data = raw_app_meta_data - 'role' where id = ${id} returning pg_sleep(${pause})::text`
const admins = async (): Promise<string[]> => {
  const found = await owner`select id from auth.users where raw_app_meta_data ->> 'role' = 'admin'`
  return found.map(({ id }) => id)
}

describe('users written by the auth server', () => {
  test('concurrent set-ups create only one first administrator, and later ones are rejected', async () => {
    const first = { role: 'admin', default_password: true }
    expect((await owner`select public.admin_exists() as yes`)[0]).toEqual({ yes: false })
    const results = await Promise.allSettled(['1', '2', '3', '4'].map((name) => create(`${name}@example.com`, first)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    expect((await owner`select public.admin_exists() as yes`)[0]).toEqual({ yes: true })
    await expect(create('late@example.com', first)).rejects.toThrow('setup_closed')
    expect(await owner`select count(*)::int from auth.users`).toMatchObject([{ count: 1 }])
  })

  test('the role in user metadata always comes from app metadata', async () => {
    const member = await create('member@example.com', {})
    expect(await roleOf(member)).toBeNull()
    await authServer`update users set raw_user_meta_data = '{"role": "admin"}' where id = ${member}`
    expect(await roleOf(member)).toBeNull()
    expect(await roleOf(await create('guest@example.com', { role: 'guest' }))).toBe('guest')
  })

  test('the last active administrator cannot be demoted, banned or deleted', async () => {
    const [only = ''] = await admins()
    const isLast = async () => (await owner`select public.is_last_admin(${only}) as yes`)[0]?.yes
    const find = async (email: string) => [...(await owner`select * from public.find_user(${email})`)]
    const invited = await create('invited@example.com', { role: 'admin' }, { confirm: false })
    const plain = await create('plain@example.com', {}, { confirm: false })
    expect(await find('Invited@Example.com')).toEqual([{ id: invited, invited_without_role: false }])
    expect(await find('plain@example.com')).toEqual([{ id: plain, invited_without_role: true }])
    expect(await isLast()).toBe(true)
    const ban = (id: string) => authServer`update users set banned_until = now() + interval '1 day' where id = ${id}`
    const remove = (id: string) => authServer`delete from users where id = ${id}`
    for (const loss of [demote, ban, remove]) await expect(loss(only)).rejects.toThrow('last_admin')
    expect(await admins()).toEqual([only, invited])

    await authServer`update users set email_confirmed_at = now() where id = ${invited}`
    expect(await isLast()).toBe(false)
    await ban(invited)
    await expect(demote(only)).rejects.toThrow('last_admin')
    await authServer`update users set banned_until = null where id = ${invited}`
    await demote(only)
    expect(await admins()).toEqual([invited])
    await expect(remove(invited)).rejects.toThrow('last_admin')
  })

  test('when two administrators are demoted concurrently, one of them remains', async () => {
    await create('right@example.com', { role: 'admin' })
    const pair = await admins()
    expect(pair).toHaveLength(2)
    const results = await Promise.allSettled(pair.map((id) => demote(id, 0.2)))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await admins()).toHaveLength(1)
  })
})

describe('requests through the REST server', () => {
  const FILE = fakeFileName('a')
  const PICTURE = { place: 'latest', position: 0, kind: 'image', ...fakeImage(FILE) }
  type Act<Result> = (run: postgres.TransactionSql) => Promise<Result>
  let admin: { sub: string; session_id: string }

  beforeAll(async () => {
    admin = { sub: await create('publisher@example.com', { role: 'admin' }), session_id: randomUUID() }
    await authServer`insert into sessions (id, user_id, created_at) values (${admin.session_id}, ${admin.sub}, now())`
    await owner`
      insert into storage.objects (bucket_id, name, created_at) values ('site-media', ${FILE}, now() - interval '4 days')`
  })

  const request = <Result>(role: string, act: Act<Result>, claims: object = admin) =>
    restServer.begin(async (run) => {
      await run.unsafe(`set local role ${role}`)
      await run`select set_config('request.jwt.claims', ${JSON.stringify({ role, ...claims })}, true)`
      return act(run)
    }) as Promise<Result>
  const publish = (items: object[], replaces: number | null) => (run: postgres.TransactionSql) =>
    run`select public.publish(${run.json(items as never)}, ${replaces}) as id`.then(([row]) => Number(row?.id))
  const saveProject =
    (fields: Record<string, unknown>, id: string = randomUUID(), base = 0) =>
    (run: postgres.TransactionSql) => {
      const changes = Object.fromEntries(
        Object.entries(fields).map(([field, value]) => [field, { base, seq: Date.now(), value }]),
      )
      return run`select public.save_project(${id}, 0, 'phone', ${changes as never}::json) as answer`
    }
  const claim = (run: postgres.TransactionSql) =>
    run`select public.claim_unused_site_media() as name`.then((rows) => rows.map(({ name }) => name))
  const newest = async () => (await owner`select max(id)::float8 as id from public.publications`)[0]?.id ?? null

  const waiting = () => owner`
    select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`
  /** Starts `second` while `first` is uncommitted, and waits until it blocks. */
  const overlap = async <First, Second>(
    first: [role: string, act: Act<First>],
    second: [role: string, act: Act<Second>],
  ) => {
    let later: Promise<PromiseSettledResult<Second>[]> | undefined
    const done = await request(first[0], async (run) => {
      const result = await first[1](run)
      later = Promise.allSettled([request(second[0], second[1])])
      await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBe(1)
      return result
    })
    return { first: done, second: (await later)?.[0] }
  }

  test('a REST request has only the rights of its token', async () => {
    const count = (role: string, claims: object) =>
      request(role, (run) => run`select count(*)::int from public.reviews`.then(([row]) => row?.count), claims)
    await owner`insert into public.reviews (name, location, text, rating, email) values ('Ann', 'x', 'y', 5, 'a@example.com')`
    expect(await count('authenticated', admin)).toBe(1)
    expect(await count('authenticated', { sub: admin.sub })).toBe(0)
    expect(await count('service_role', {})).toBe(1)
    await expect(count('anon', {})).rejects.toThrow('permission denied')
    await expect(restServer`select id from public.reviews`).rejects.toThrow('permission denied')
  })

  test('a backup is logged only when an administrator makes it, with their ID', async () => {
    const take = (role: string, claims: object) =>
      request(role, (run) => run`set local client_min_messages = log; select public.backup_state()`.simple(), claims)
    await take('service_role', {})
    await take('authenticated', admin)
    await expect(take('authenticated', { sub: admin.sub })).rejects.toThrow('not_admin')
    expect(logged.map((line) => JSON.parse(line))).toEqual([{ security: 'copy', by: admin.sub }])
  })

  test('a publication waits for a concurrent one and is then refused as outdated', async () => {
    const before = await newest()
    const { first, second } = await overlap(
      ['authenticated', publish([], before)],
      ['authenticated', publish([PICTURE], before)],
    )
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PT409', message: 'published_meanwhile' } })
    expect(await newest()).toBe(first)
  })

  test('publishing a file that a concurrent clean-up claims waits and is then refused', async () => {
    const { first, second } = await overlap(
      ['service_role', claim],
      ['authenticated', publish([PICTURE], await newest())],
    )
    expect(first).toEqual([FILE])
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PT422', message: 'media_missing' } })
    // The function ended before deleting the file.
    await owner`update private.site_media_removals
      set decided_at = now() - interval '11 minutes', leased_until = now() - interval '1 minute'`
    await owner`update private.site set cleaned_at = null`
  })

  test('saving two projects does not block', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    for (const id of [first, second]) await request('authenticated', saveProject({ summary: 'Dry' }, id))
    const saved = await request('authenticated', async (run) => {
      await saveProject({ title: 'First' }, first, 1)(run)
      return request('authenticated', saveProject({ title: 'Second' }, second, 1))
    })
    expect(saved).toMatchObject([{ answer: { version: expect.any(Number) } }])
  })

  test('concurrent saves and reordering of one project wait for each other and all succeed', async () => {
    const id = randomUUID()
    const order = (run: postgres.TransactionSql) => run`select public.order_portfolio(array[${id}], '{}')`
    await request('authenticated', saveProject({ title: 'First' }, id))
    const later: Promise<unknown>[] = []
    await request('authenticated', async (run) => {
      await saveProject({ summary: 'Dry' }, id, 1)(run)
      for (const act of [saveProject({ location: 'Camden' }, id, 1), order]) {
        later.push(request('authenticated', act))
        await expect.poll(async () => (await waiting()).length, { timeout: 5_000 }).toBe(later.length)
      }
    })
    await Promise.all(later)
    expect(await owner`select position, draft - 'photographs' as words from public.projects where id = ${id}`).toEqual([
      { position: 1, words: { title: 'First', summary: 'Dry', location: 'Camden' } },
    ])
  })

  test('twenty concurrent saves at 195 projects add only five, at distinct positions', async () => {
    await owner`delete from public.projects`
    await owner`insert into public.projects (id, position, draft)
      select gen_random_uuid(), n, '{"photographs": {}}' from generate_series(1, 195) n`
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, () => request('authenticated', saveProject({ title: 'New' }))),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await owner`select count(*)::int, count(distinct position)::int as places from public.projects`).toEqual([
      { count: 200, places: 200 },
    ])
    await owner`delete from public.projects`
  })

  test('publishing and hiding a project with shared files do not deadlock', async () => {
    const files = ['b', 'c', 'd'].map((letter) => fakeFileName(letter))
    await owner`insert into storage.objects (bucket_id, name) select 'site-media', unnest(${files}::text[])`
    const pictures = files.map((file, position) => ({ ...PICTURE, position, files: [file] }))
    const id = randomUUID()
    const images = files.toReversed().map((file) => ({ files: [file] }))
    await owner`insert into public.projects (id, position, status, address, draft, published)
      values (${id}, 1, 'published', 'cellar', '{"photographs": {}}', ${owner.json({ images, cover: 0, before: null, after: null })})`
    let current = await newest()
    const publishNext = async () => {
      current = await request('authenticated', publish(pictures, current))
    }
    const setStatus = (status: string) =>
      request('authenticated', (run) => run`select public.set_project_status(${id}, ${status})`)
    for (let number = 0; number < 12; number += 1) await publishNext()
    for (let pair = 0; pair < Number(process.env.PAIRS ?? 60); pair += 1)
      await Promise.all([publishNext(), setStatus(pair % 2 ? 'published' : 'hidden')])
    await owner`delete from public.projects`
  }, 900_000)

  test('saving a project with a file that a concurrent clean-up claims rejects the file', async () => {
    const save = saveProject({ 'photographs/a/name': 'a.jpg', 'photographs/a/picture': fakeImage(FILE) })
    const { first, second } = await overlap(['service_role', claim], ['authenticated', save])
    expect(first).toEqual([FILE])
    const rejected = { 'photographs/a/picture': 'media_missing' }
    expect(second).toMatchObject({ status: 'fulfilled', value: [{ answer: { rejected } }] })
    await owner`update private.site_media_removals
      set decided_at = now() - interval '11 minutes', leased_until = now() - interval '1 minute'`
  })

  test('a clean-up leaves files of a publication that is in progress', async () => {
    const { second } = await overlap(['authenticated', publish([PICTURE], await newest())], ['service_role', claim])
    expect(second).toEqual({ status: 'fulfilled', value: [] })
  })

  test('only one of two concurrent clean-ups leases a file', async () => {
    const file = fakeFileName('e')
    const upload = (age: string) => owner`
      insert into storage.objects (bucket_id, name, created_at) values ('site-media', ${file}, now() - ${age}::interval)`
    // The Storage API deletes each listed file, whichever clean-up requests it.
    const deleteFiles = (names: unknown[]) =>
      owner`delete from storage.objects where name = any(${names as string[]}::text[])`
    await upload('4 days')
    await owner`update private.site set cleaned_at = null`
    const { first, second } = await overlap(['service_role', claim], ['service_role', claim])
    expect(first).toContain(file)
    expect(second).toEqual({ status: 'fulfilled', value: [] })
    await deleteFiles(first)
    await upload('0 days')
    await request('authenticated', publish([{ ...PICTURE, files: [file] }], await newest()))
    if (second?.status === 'fulfilled') await deleteFiles(second.value)
    expect(await owner`select name from storage.objects where name = ${file}`).toHaveLength(1)
  })

  test('only one of two concurrent testimonials with the same invitation is verified', async () => {
    await owner`
      insert into public.review_invitations (name, email, token_hash)
      values ('Ann', 'ann@example.com', encode(sha256('token'), 'hex'))`
    const submit = (words: string) => async (run: postgres.TransactionSql) => {
      const [row] = await run`
        select verified from public.submit_invited_review('token', 'Ann', 'NW3', ${words}, 5, 'Website', 'ann@example.com')`
      return row?.verified
    }
    const { first, second } = await overlap(['service_role', submit('One')], ['service_role', submit('Two')])
    expect(first).toBe(true)
    expect(second).toEqual({ status: 'fulfilled', value: false })
  })

  const reserve = (set: string, letter: string) => (run: postgres.TransactionSql) =>
    run`select public.reserve_enquiry_photo(${set}, ${letter.repeat(64)}, 4, 3, 90)`
  const send = (set: string, letter: string) => (run: postgres.TransactionSql) =>
    run`insert into public.enquiries (kind, name, email, message, photo_set, photos)
      values ('contact', 'Ann', 'ann@example.com', 'Damp', ${set}, ${run.json([letter.repeat(64)])})`
  const uploaded = async (...letters: string[]) => {
    const set = randomUUID()
    for (const letter of letters) {
      await request('service_role', reserve(set, letter))
      await owner`insert into storage.objects (bucket_id, name) values ('enquiry-photos', ${`${set}/${letter.repeat(64)}`})`
    }
    return set
  }

  test.each([
    ['enquiry with another photo of its set', 'photos_missing', send],
    ['upload of another photo of its set', 'photo_set_closed', reserve],
    ['repeated upload of another photo of its set', 'photo_set_closed', (set: string) => reserve(set, 'b')],
  ])('an enquiry excludes a concurrent %s', async (what, message, act) => {
    const set = await uploaded('a', 'b')
    const other = act(set, what.startsWith('upload') ? 'c' : 'b')
    const { second } = await overlap(['service_role', send(set, 'a')], ['service_role', other])
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'PT409', message } })
    expect(await owner`select photos from public.enquiries where photo_set = ${set}`).toMatchObject([
      { photos: [{ name: `${set}/${'a'.repeat(64)}` }] },
    ])
  })

  test('eight concurrent uploads to a set reserve only five places', async () => {
    const set = randomUUID()
    const uploads = [...'abcdef01'].map((letter) => request('service_role', reserve(set, letter)))
    const answers = await Promise.allSettled(uploads)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await owner`select name from private.unclaimed_photos where photo_set = ${set}`).toHaveLength(5)
  })

  test('a photo that has just expired is neither sent nor deleted', async () => {
    await owner`delete from private.unclaimed_photos`
    const set = await uploaded('a', 'b')
    const name = `${set}/${'a'.repeat(64)}`
    const setAge = (age: string) =>
      owner`update private.unclaimed_photos set expires_at = now() - ${age}::interval where name = ${name}`
    const expired = async (deleted: string[] = []) => {
      const rows = await request('service_role', (run) => run`select public.expired_enquiry_photos(${deleted}) as name`)
      return rows.map((row) => row.name)
    }
    await setAge('30 seconds')
    for (const act of [send(set, 'a'), reserve(set, 'a'), reserve(set, 'c')])
      await expect(request('service_role', act)).rejects.toThrow('photo')
    expect(await expired()).toEqual([])
    await setAge('2 minutes')
    expect(await expired()).toEqual([name])
    expect(await expired([name, `${set}/${'b'.repeat(64)}`])).toEqual([])
    expect(await owner`select right(name, 1) as letter from private.unclaimed_photos`).toEqual([{ letter: 'b' }])
  })

  test('a clean-up searches 5,000 files and 250 publications within a second', async () => {
    await owner`
      insert into storage.objects (bucket_id, name, created_at)
      select 'site-media', encode(sha256(n::text::bytea), 'hex') || '.webp', now() - interval '4 days' from generate_series(1, 5000) n`
    await owner`alter table public.publication_items disable trigger require_site_media`
    await owner`insert into public.publications (id) select generate_series(1, 250)`
    await owner`
      insert into public.publication_items (publication_id, place, position, kind, files, widths, width, height, placeholder)
      select p.id, 'hero', n, 'image', array[encode(sha256((p.id * 20 + n)::text::bytea), 'hex') || '.webp'], '{640}', 640, 480, '#000000'
      from public.publications p, generate_series(0, 19) n where p.id > 3 and p.id * 20 + n <= 5000`
    await owner`analyze`
    const started = performance.now()
    await request('service_role', claim)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
