import postgres from 'postgres'

export type Migration = { version: string; name: string; sql: string }

// Comments and spaces, strings, quoted names, dollar-quoted bodies, statement ends, anything else.
const TOKEN =
  /(--[^\n]*|\/\*[\s\S]*?\*\/|\s)+|[eE]'(?:[^'\\]|\\.|'')*'|'[^']*'|"[^"]*"|\$(\w*)\$([\s\S]*?)\$\2\$|;|\w+|[\s\S]/g

/** Normalises spaces and drops comments. */
const splitStatements = (sql: string): string[] => {
  const statements = ['']
  const add = (text: string) => statements.push(statements.pop() + text)
  for (const [token, space, , body] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else if (body !== undefined) add(`$$${splitStatements(body).join('; ')}$$`)
    else if (space === undefined) add(token)
    else if (!statements.at(-1)?.endsWith(' ')) add(' ')
  }
  return statements.map((statement) => statement.trim()).filter(Boolean)
}

const excerpts = (one = '', other = '') => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  const start = Math.max(0, at - 40)
  return [one, other].map((text) => (text ? `'${text.slice(start, start + 80)}'` : 'nothing'))
}

/** Returns how the database's migrations differ from the folder's. */
export const compareMigrations = (folder: readonly Migration[], recorded: readonly Migration[]): string[] => {
  const different = folder.flatMap(({ version, name, sql }) => {
    const ran = recorded.find((one) => one.version === version)
    if (!ran) return `The database lacks ${version}_${name}. Run \`npx supabase@3 db push --remote\`.`
    const [wanted, has] = [splitStatements(sql), splitStatements(ran.sql)]
    const index = [...wanted, ''].findIndex((statement, at) => statement !== (has[at] ?? ''))
    if (index < 0) return []
    const [there, here] = excerpts(has[index], wanted[index])
    return `The database has run a different ${version}_${name}: ${there} where the file has ${here}. Restore the file's text, and put the change in a new migration.`
  })
  const unknown = recorded.flatMap(({ version, name }) =>
    folder.some((one) => one.version === version)
      ? []
      : `The database has run ${version}_${name}, which isn't in supabase/migrations. Get the latest files.`,
  )
  return [...different, ...unknown]
}

const recordedMigrations = async (sql: postgres.Sql): Promise<Migration[]> => {
  const [made] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`
  if (!made?.is_there) return []
  return sql<Migration[]>`select version, coalesce(name, '') as name,
    coalesce(array_to_string(statements, E';\n'), '') as sql from supabase_migrations.schema_migrations order by version`
}

// Supabase owns its table and may recreate it.
const TRIGGER = 'reject_used_code'

/** Checks the trigger against reused codes. */
const triggerFindings = async (sql: postgres.Sql, ran: readonly Migration[]): Promise<string[]> => {
  const maker = ran.find((one) => new RegExp(`create (or replace )?trigger ${TRIGGER}\\b`, 'i').test(one.sql))
  if (!maker) return []
  const [found] = await sql`select from pg_trigger t
    join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where (n.nspname, c.relname, t.tgname) = ('auth', 'mfa_challenges', ${TRIGGER}) and t.tgenabled in ('O', 'A')`
  if (found) return []
  return [
    `The trigger ${TRIGGER} on auth.mfa_challenges is missing or disabled, so an authenticator app's code can be used twice. Run its statement from supabase/migrations/${maker.version}_${maker.name}.sql in the dashboard's SQL editor, as \`create or replace trigger\`.`,
  ]
}

/**
 * Returns how a database differs from the folder's migrations. Encrypts unless the URL says otherwise. Doesn't check
 * the certificate, because Supabase signs its own. Throws connection errors, and `TypeError` for an invalid URL.
 */
export const databaseFindings = async (url: string, folder: readonly Migration[]): Promise<string[]> => {
  const { hostname, searchParams } = new URL(url)
  const isSettled = searchParams.has('sslmode') || ['localhost', '127.0.0.1'].includes(hostname)
  const sql = postgres(url, { max: 1, connect_timeout: 20, prepare: false, ...(!isSettled && { ssl: 'require' }) })
  try {
    const recorded = await recordedMigrations(sql)
    return [...compareMigrations(folder, recorded), ...(await triggerFindings(sql, recorded))]
  } finally {
    await sql.end()
  }
}
