// @ts-check
// Turns the masters in src/assets/pictures into what the site serves (public/pictures) and what it knows about them
// (src/content/pictures). The results are committed: neither start nor build has to make them.
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { encode } from './images/encode.mjs'
import { removeOthers, writeAtomically } from './images/files.mjs'
import { readMasters } from './images/masters.mjs'
import { pictureModules } from './images/modules.mjs'
import { shareImages, shareModules } from './images/share.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const masters = join(root, 'src/assets/pictures')
const outputs = join(root, 'public/pictures')
const modules = join(root, 'src/content/pictures')
const factsFile = join(masters, 'facts.generated.json')

// AVIF encoding takes minutes of full load; the machine should stay usable meanwhile.
os.setPriority(10)
sharp.concurrency(1)

process.once('uncaughtException', (error) => {
  console.error(`Pictures: ${error.message}`)
  process.exit(1)
})

const started = performance.now()
/** @type {Record<string, import('./images/encode.mjs').Facts>} */
const known = JSON.parse(await readFile(factsFile, 'utf8').catch(() => '{}'))
const queue = await readMasters(masters)
/** @type {(import('./images/encode.mjs').Encoded & { written: number })[]} */
const encoded = new Array(queue.length)

let next = 0
async function work() {
  for (let index = next++; index < queue.length; index = next++) {
    const master = queue[index]
    if (!master) return
    const result = await encode(master, { masters, outputs, known: known[master.file] })
    encoded[index] = result
    if (result.written > 0) console.log(`${master.file}: ${result.written} files`)
  }
}
await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, work))

const facts = Object.fromEntries(
  encoded.map(({ file, hash, width, height, placeholder }) => [file, { hash, width, height, placeholder }]),
)
await writeAtomically(factsFile, `${JSON.stringify(facts, null, 2)}\n`)

const sources = pictureModules(encoded)
for (const [file, source] of sources) await writeAtomically(join(modules, file), source)
const share = await shareImages({ root, masters, outputs, pictures: encoded })
for (const [file, source] of shareModules(share.images)) await writeAtomically(join(root, 'src/content', file), source)

const wanted = new Set([...encoded.flatMap((picture) => picture.outputs), ...share.outputs])
const removed = [...(await removeOthers(modules, new Set(sources.keys()))), ...(await removeOthers(outputs, wanted))]

const written = encoded.reduce((sum, picture) => sum + picture.written, share.written)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`${encoded.length} pictures, ${written} files written, ${removed.length} removed, ${seconds} s`)
