// @ts-check
// The built site with the embedded backend in a process of its own, whose parent may ask for rows and for its memory.
import { preview } from 'vite'

await preview({ logLevel: 'error' })
const backend = await Reflect.get(globalThis, Symbol.for('groundworks.embedded-backend')).ready

process.on(
  'message',
  async (/** @type {{ id: number, sql?: string, parameters?: unknown[] }} */ { id, sql, parameters }) => {
    if (sql) return process.send?.({ id, answer: await backend.sql(sql, parameters) })
    globalThis.gc?.()
    process.send?.({ id, answer: process.memoryUsage() })
  },
)
// Nobody is left to measure for.
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
