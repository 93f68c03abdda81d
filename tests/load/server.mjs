// @ts-check
// The built site with the embedded backend in a process of its own, whose parent may ask its database.
import { preview } from 'vite'

await preview({ logLevel: 'error' })
const backend = await Reflect.get(globalThis, Symbol.for('groundworks.embedded-backend')).ready

process.on('message', async (/** @type {{ text: string, parameters: unknown[] }} */ { text, parameters }) =>
  process.send?.(await backend.sql(text, parameters)),
)
// Nobody is left to measure for.
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: true })
