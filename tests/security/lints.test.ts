import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempts } from '../support/attempts.ts'
import { createTestBackend, type TestBackend } from '../support/backend.ts'
import { RULES } from './lint-rules.ts'

const attempt = countAttempts('lints')
let backend: TestBackend

beforeAll(async () => {
  backend = await createTestBackend()
})
afterAll(() => backend.stop())

test.each(RULES)('$name', async ({ name, sql, atLeast }) => {
  const objects = await backend.sql<{ object: string; broken: boolean }>(sql)
  // A rule that looks at nothing would always hold.
  expect(objects.length).toBeGreaterThanOrEqual(atLeast)
  for (const { object, broken } of objects) attempt(`${object} breaks: ${name}`, broken)
})

test('the rules find what breaks them', async () => {
  const broken = await createTestBackend()
  await broken.sql(`
    create table public.loose (id int, owner uuid references auth.users (id), note text, note2 text);
    create policy a on public.loose using (auth.uid() = owner);
    create policy b on public.loose for select to anon using ((select auth.jwt()) -> 'user_metadata' is not null);
    create policy c on public.loose for select to anon using (true);
    create view public.window_on as select * from auth.users;
    create function public.open_door() returns text language sql security definer as 'select ''raw_user_meta_data''';
    grant execute on function public.open_door() to anon, authenticated;
    create sequence public.numbers; grant usage on public.numbers to anon;
    grant create on schema public to anon; grant select on auth.users to anon`)
  const silent: string[] = []
  for (const { name, sql } of RULES) {
    const found = await broken.sql<{ broken: boolean }>(sql)
    if (!found.some(({ broken }) => broken)) silent.push(name)
  }
  await broken.stop()
  // The first needs a table with row-level security, the second an extension.
  expect(silent).toEqual([
    'every exposed table with row-level security has a policy',
    'no extension lies in an exposed schema',
  ])
})
