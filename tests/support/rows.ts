import type { TestBackend } from './backend.ts'

type Database = Pick<TestBackend, 'sql'>

/** Inserts a row as the database's owner and returns it. */
export const insertRow = async ({ sql }: Database, table: string, row: object) => {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [stored] = await sql<{ id: string }>(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning *`,
    Object.values(row),
  )
  if (!stored) throw new Error('Nothing was stored')
  return stored
}

/** Inserts a row as the database's owner and returns its ID. */
export const insert = async (database: Database, table: string, row: object): Promise<string> =>
  (await insertRow(database, table, row)).id

/** Inserts a verified second factor and returns its ID. */
export const addFactor = (database: Database, user_id: string, change: object = {}): Promise<string> => {
  const [id, now] = [crypto.randomUUID(), new Date().toISOString()]
  const factor = { id, user_id, factor_type: 'totp', status: 'verified', created_at: now, updated_at: now }
  return insert(database, 'auth.mfa_factors', { ...factor, ...change })
}

/** Inserts a unique review and returns its ID. */
export const addReview = (database: Database, change: object = {}): Promise<string> => {
  const review = { name: 'Ann', location: 'NW3', text: crypto.randomUUID(), rating: 5, email: 'ann@example.com' }
  return insert(database, 'reviews', { ...review, ...change })
}
