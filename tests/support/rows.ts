import type { TestBackend } from './backend.ts'

type Database = Pick<TestBackend, 'sql'>

/** Stores a row as the owner of the database, and returns its id. */
export const insert = async ({ sql }: Database, table: string, row: object): Promise<string> => {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const [stored] = await sql<{ id: string }>(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')}) returning id`,
    Object.values(row),
  )
  return stored?.id ?? ''
}

/** Stores a review, of words that no other has, and returns its id. */
export const addReview = (database: Database, change: object = {}): Promise<string> => {
  const review = { name: 'Ann', location: 'NW3', text: crypto.randomUUID(), rating: 5, email: 'ann@example.com' }
  return insert(database, 'reviews', { ...review, ...change })
}
