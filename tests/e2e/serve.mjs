// @ts-check
// The built site with the embedded backend on an empty database, for the browser tests.
import { rmSync } from 'node:fs'
import path from 'node:path'
import { preview } from 'vite'

const root = path.resolve(import.meta.dirname, '../..')
const dataDir = path.join(root, 'node_modules/.cache/e2e-data')

rmSync(dataDir, { recursive: true, force: true })
process.env.DATA_DIR = dataDir
process.chdir(root)
await preview({ root })
