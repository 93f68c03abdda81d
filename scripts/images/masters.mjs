// @ts-check
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from './files.mjs'

/**
 * @typedef {{ file: string, collection: string, name: string, alt: string, description: string }} Master
 */

const PICTURE = /^(?<collection>hero|gallery|projects\/[a-z0-9-]+)\/(?<name>\d{2}-[a-z0-9-]+)\.(?:webp|jpg|png|avif)$/

/**
 * The masters with their captions. A picture without words, or words without a picture, stops the run: a missing alt
 * text would otherwise only be noticed by the person who needs it.
 * @param {string} root
 * @returns {Promise<Master[]>}
 */
export async function readMasters(root) {
  /** @type {Record<string, { alt?: string, description?: string }>} */
  const captions = JSON.parse(await readFile(join(root, 'captions.json'), 'utf8'))
  const files = (await listFiles(root)).filter((file) => !file.endsWith('.json') && !file.startsWith('og/'))
  const problems = Object.keys(captions)
    .filter((file) => !files.includes(file) && !file.startsWith('og/'))
    .map((file) => `${file}: captioned, but there is no such picture`)
  const masters = files.flatMap((file) => {
    const parts = PICTURE.exec(file)?.groups
    const caption = captions[file]
    if (!parts) problems.push(`${file}: expected hero/, gallery/ or projects/<id>/ and a name like 01-trial-pit.webp`)
    else if (!caption?.alt || !caption.description)
      problems.push(`${file}: alt or description missing in captions.json`)
    else {
      const { collection = '', name = '' } = parts
      return [{ file, collection, name, alt: caption.alt, description: caption.description }]
    }
    return []
  })
  if (problems.length > 0) throw new Error(`Pictures and captions disagree:\n  ${problems.join('\n  ')}`)
  return masters
}
