import { createPgliteConnection } from '@supabase/lite/pglite'
import type { createPostgresConnection } from '@supabase/lite/postgres'

export type Query = <Row>(sql: string, parameters?: readonly unknown[]) => Promise<Row[]>

export type Engine = {
  connection: Awaited<ReturnType<typeof createPgliteConnection>> | ReturnType<typeof createPostgresConnection>
  query: Query
  transaction: <T>(act: (query: Query) => Promise<T>) => Promise<T>
  close: () => Promise<void>
  /** Whether requests share one session. */
  singleSession: boolean
}

// PGlite overwrites the exit code with 100 when it has worked and 0 when closed.
const PGLITE_STATUS = 100
const keepExitCode = (exitCode: typeof process.exitCode) => {
  process.exitCode = exitCode === PGLITE_STATUS ? undefined : exitCode
}

/** Opens PGlite. `relaxed` trades durability for speed in tests. */
export const openPglite = async (dataDir: string, { relaxed = false } = {}): Promise<Engine> => {
  const { exitCode } = process
  const connection = await createPgliteConnection({ url: dataDir, pgliteOptions: { relaxedDurability: relaxed } })
  const pg = connection.driver
  await pg.waitReady
  keepExitCode(exitCode)
  type Runner = Pick<typeof pg, 'exec' | 'query'>
  const queryWith =
    (runner: Runner): Query =>
    async <Row>(sql: string, parameters?: readonly unknown[]) => {
      if (parameters) return (await runner.query<Row>(sql, [...parameters])).rows
      const results = await runner.exec(sql)
      return (results.at(-1)?.rows ?? []) as Row[]
    }
  return {
    connection,
    query: queryWith(pg),
    transaction: (act) => pg.transaction((transaction) => act(queryWith(transaction))),
    async close() {
      const { exitCode } = process
      await connection.close()
      keepExitCode(exitCode)
    },
    singleSession: true,
  }
}

/** Runs tasks one after another, even if one fails. */
export const createMutex = () => {
  let tail: Promise<unknown> = Promise.resolve()
  return <T>(task: () => Promise<T> | T): Promise<T> => {
    const turn = tail.then(task)
    tail = turn.catch(() => {})
    return turn
  }
}
