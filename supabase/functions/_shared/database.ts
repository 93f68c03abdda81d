import type { Settings } from './env.ts'

/** A call to the database API that was refused or failed; `code` is the SQLSTATE when there is one. */
export class DatabaseError extends Error {
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.name = 'DatabaseError'
    this.code = code
    this.status = status
  }
}

const TIMEOUT_MS = 10_000

/** The few database calls the functions make, with the secret key's rights. */
export function createDatabase({ supabaseUrl, secretKey }: Settings, fetcher: typeof fetch) {
  const send = async (method: string, path: string, body?: object, prefer = ''): Promise<unknown> => {
    const response = await fetcher(`${supabaseUrl}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
        ...(prefer ? { prefer } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.ok) return text ? JSON.parse(text) : null
    const failure = parseFailure(text)
    throw new DatabaseError(failure.code, response.status, `${method} ${path}: ${response.status} ${failure.code}`)
  }
  return {
    /** Inserts one row and returns the named columns of it. */
    async insert<Column extends string>(table: string, row: object, columns: readonly Column[]) {
      const rows = await send('POST', `${table}?select=${columns.join(',')}`, row, 'return=representation')
      const first = firstRow(rows, columns)
      if (!first) throw new DatabaseError('no-row', 200, `${table}: no row came back`)
      return first
    },
    /** Returns the named columns of the row with this id, if there is one. */
    async find<Column extends string>(table: string, id: string, columns: readonly Column[]) {
      return firstRow(await send('GET', `${table}?id=eq.${id}&select=${columns.join(',')}`), columns)
    },
    /** Changes the row with this id. */
    async update(table: string, id: string, change: object): Promise<void> {
      await send('PATCH', `${table}?id=eq.${id}`, change, 'return=minimal')
    },
    /** Calls a database function. */
    call: (name: string, args: object): Promise<unknown> => send('POST', `rpc/${name}`, args, 'return=representation'),
  }
}
export type Database = ReturnType<typeof createDatabase>

const firstRow = <Column extends string>(
  rows: unknown,
  columns: readonly Column[],
): Record<Column, string> | undefined => {
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined
  if (typeof first !== 'object' || first === null) return undefined
  const values = first as Record<string, unknown>
  return Object.fromEntries(columns.map((column) => [column, String(values[column])])) as Record<Column, string>
}

const parseFailure = (text: string): { code: string } => {
  try {
    const { code } = JSON.parse(text) as { code?: unknown }
    return { code: typeof code === 'string' ? code : 'unknown' }
  } catch {
    return { code: 'unknown' }
  }
}
