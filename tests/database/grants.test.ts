import { afterAll, expect, test } from 'vitest'
import { copyHostedDatabase, type NewObjects } from '../support/hosted-database.ts'

const copy = (newObjects: NewObjects) => copyHostedDatabase(process.env.TEST_POSTGRES_URL ?? '', newObjects)
const databases = { open: await copy('open'), closed: await copy('closed') }
const { query } = databases.closed.owner
afterAll(async () => {
  for (const { engine, discard } of Object.values(databases)) {
    await engine.close()
    await discard()
  }
})

// Effective rights from the role, PUBLIC or default privileges.
const ROLES = `(select unnest(array['anon', 'authenticated', 'service_role']) as role) as roles`
const OURS = `in ('public'::regnamespace, 'private'::regnamespace)`

const BOTH = ['open', 'closed'] as const

test.each(BOTH)('new tables are %s to visitors before any grant', async (newObjects) => {
  const rights = await databases[newObjects].owner.transaction(async (run) => {
    await run('create table public.probe ()')
    const found = await run(`select has_table_privilege('anon', 'public.probe', 'select') as read,
      has_table_privilege('anon', 'public.probe', 'truncate') as truncate`)
    await run('drop table public.probe')
    return found
  })
  expect(rights).toEqual([{ read: newObjects === 'open', truncate: true }])
})

test.each(BOTH)('the API roles have only the listed table rights when new objects are %s', async (newObjects) => {
  const rights = await databases[newObjects].owner.query<{ object: string; role: string; rights: string }>(`
    with relation as (
      select oid, relkind, oid::regclass::text as object from pg_class
      where relkind in ('r', 'v', 'm', 'S') and (relnamespace ${OURS} or relnamespace = 'auth'::regnamespace)
    ), rights as (
      select object, role, privilege from relation, ${ROLES},
        unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger', 'maintain']) privilege
      where relkind <> 'S' and has_table_privilege(role, oid, privilege)
      union all
      select object, role, format('%s (%s)', privilege, string_agg(attname, ', ' order by attname))
      from relation join pg_attribute on attrelid = oid and attnum > 0 and not attisdropped, ${ROLES},
        unnest(array['select', 'insert', 'update', 'references']) privilege
      where relkind <> 'S' and has_column_privilege(role, oid, attnum, privilege) and not has_table_privilege(role, oid, privilege)
      group by object, role, privilege
      union all
      select object, role, 'use' from relation, ${ROLES}
      where relkind = 'S' and has_sequence_privilege(role, oid, 'usage, select, update')
    )
    select object, role, string_agg(privilege, ', ' order by privilege) as rights from rights group by object, role`)
  const found: Record<string, Record<string, string>> = {}
  for (const { object, role, rights: list } of rights) found[object] = { ...found[object], [role]: list }
  expect(found).toEqual({
    enquiries: {
      authenticated: 'delete, select, update (status)',
      service_role: 'insert, select, update (delivered_at, delivery)',
    },
    projects: { authenticated: 'select' },
    publication_items: { authenticated: 'select', service_role: 'select' },
    publications: { authenticated: 'select', service_role: 'select' },
    review_invitations: {
      authenticated:
        'delete, select (answered_at, created_at, delivery, email, expires_at, id, location, name, review_id, sent_at, withdrawn_at), update (withdrawn_at)',
      service_role: 'insert, select, update (delivery, earlier_token_hashes, expires_at, sent_at, token_hash)',
    },
    reviews: {
      authenticated: 'delete, select, update (reason, reason_note, status)',
      service_role:
        'delete, insert, select, update (reply_claimed_at, reply_failed_at, reply_sent_at, status, thanked_at, thanks_claimed_at, thanks_failed_at)',
    },
  })
})

test.each(BOTH)('the API roles can call only the listed functions when new ones are %s', async (newObjects) => {
  const functions = await databases[newObjects].owner.query<{ name: string; roles: string }>(`
    select replace(pronamespace::regnamespace || '.' || proname, 'public.', '') as name, string_agg(role, ' ' order by role) as roles
    from pg_proc, ${ROLES} where pronamespace ${OURS} and has_function_privilege(role, oid, 'execute') group by 1`)
  expect(Object.fromEntries(functions.map(({ name, roles }) => [name, roles]))).toEqual({
    abandon_restore: 'service_role',
    admin_access: 'authenticated',
    admin_exists: 'service_role',
    admin_portfolio: 'authenticated',
    approved_review_summary: 'anon',
    approved_reviews: 'anon',
    claim_enquiry: 'service_role',
    claim_reply: 'service_role',
    claim_thanks: 'service_role',
    claim_unused_site_media: 'service_role',
    claim_build: 'service_role',
    delete_enquiry_photo: 'authenticated',
    delete_permanently: 'authenticated',
    delete_image_permanently: 'authenticated',
    delete_project: 'authenticated',
    delete_reviews: 'authenticated',
    end_sessions: 'service_role',
    enquiry_page: 'authenticated',
    expired_enquiry_photos: 'service_role',
    find_user: 'service_role',
    hit_rate_limit: 'service_role',
    invitation_page: 'authenticated',
    is_admin: 'anon authenticated service_role',
    is_last_admin: 'service_role',
    is_restoring: 'service_role',
    missing_site_media: 'authenticated',
    moderate_reviews: 'authenticated',
    moderation_counts: 'authenticated',
    moderation_page: 'authenticated',
    order_portfolio: 'authenticated',
    begin_restore: 'service_role',
    backup_page: 'authenticated service_role',
    backup_state: 'authenticated service_role',
    finish_restore: 'service_role',
    'private.admin_access': 'authenticated',
    'private.build_plan': 'authenticated',
    'private.is_admin': 'anon authenticated service_role',
    'private.is_recent': 'authenticated service_role',
    'private.is_undelivered': 'authenticated service_role',
    'private.publication_items_json': 'authenticated',
    'private.without_removed_images': 'authenticated',
    project_history: 'authenticated',
    publication_history: 'authenticated',
    publish: 'authenticated',
    publish_project: 'authenticated',
    published_project: 'anon authenticated',
    release_rate_limit: 'service_role',
    require_two_factor: 'authenticated',
    reserve_enquiry_photo: 'service_role',
    restore_project: 'authenticated',
    restore_rows: 'service_role',
    review_invitation: 'anon authenticated',
    review_withdrawal: 'anon authenticated',
    save_enquiry_note: 'authenticated',
    save_project: 'authenticated',
    save_review_reply: 'service_role',
    two_factor_required_since: 'authenticated',
    two_factor_wait: 'authenticated',
    set_project_status: 'authenticated',
    record_failed_build: 'service_role',
    site: 'anon authenticated',
    submit_invited_review: 'service_role',
    waiting_counts: 'authenticated',
    withdraw_review: 'service_role',
  })
})

test('every table has row-level security enabled', async () => {
  const open = `select oid::regclass::text as table from pg_class where relkind = 'r' and relnamespace ${OURS} and not relrowsecurity`
  expect(await query(open)).toEqual([])
})

// The hosted API's `safeupdate` refuses these even in functions.
test('every update and delete in a function has a WHERE clause', async () => {
  const functions = await query<{ name: string; source: string }>(
    `select oid::regprocedure::text as name, prosrc as source from pg_proc where pronamespace ${OURS}`,
  )
  const changes = /\b(?:update\s+(?:public|private)\.|delete\s+from\s)[^;]*/g
  const unlimited = functions.filter(({ source }) => source.match(changes)?.some((sql) => !/\bwhere\b/.test(sql)))
  expect(unlimited.map(({ name }) => name)).toEqual([])
})

// Otherwise, a domain in the caller's temporary schema would run its check as the owner.
test('every function has the search path pg_catalog, pg_temp', async () => {
  const others = `select oid::regprocedure::text as name from pg_proc where pronamespace ${OURS}
    and not coalesce(proconfig, '{}') @> array['search_path=pg_catalog, pg_temp']`
  expect(await query(others)).toEqual([])
})
