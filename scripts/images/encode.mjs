// @ts-check
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { isPresent, writeAtomically } from './files.mjs'
import { fingerprint, recipeFor } from './recipes.mjs'

/**
 * @typedef {{ hash: string, width: number, height: number, placeholder: string }} Facts what only the pixels can tell
 * @typedef {import('./masters.mjs').Master & Facts & { widths: number[], outputs: string[] }} Encoded
 */

/**
 * The mean colour of the picture's edge. The renders stand on a pale backdrop, so this is what the eye expects to find
 * there before the picture arrives; the mean of all pixels would be a muddy brown.
 * @param {Buffer} master
 */
async function edgeColour(master) {
  const size = 16
  const { data } = await sharp(master)
    .autoOrient()
    .resize(size, size, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sum = [0, 0, 0]
  let count = 0
  for (let pixel = 0; pixel < size * size; pixel += 1) {
    const row = Math.floor(pixel / size)
    const column = pixel % size
    if (row > 0 && row < size - 1 && column > 0 && column < size - 1) continue
    count += 1
    for (let channel = 0; channel < 3; channel += 1)
      sum[channel] = (sum[channel] ?? 0) + (data[pixel * 3 + channel] ?? 0)
  }
  return `#${sum
    .map((value) =>
      Math.round(value / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/**
 * Writes the renditions of one master that are not there yet.
 * @param {import('./masters.mjs').Master} master
 * @param {{ masters: string, outputs: string, known: Facts | undefined }} where
 * @returns {Promise<Encoded & { written: number }>}
 */
export async function encode(master, { masters, outputs, known }) {
  const bytes = await readFile(join(masters, master.file))
  const recipe = recipeFor(master.collection)
  const hash = fingerprint(bytes, recipe)
  const facts = known?.hash === hash ? known : { hash, ...(await measure(master.file, bytes, recipe)) }
  const files = []
  let written = 0
  for (const { width, ...quality } of recipe.renditions) {
    for (const format of /** @type {const} */ (['avif', 'webp'])) {
      const file = `${master.collection}/${master.name}-${hash}-${width}.${format}`
      files.push(file)
      if (await isPresent(join(outputs, file))) continue
      const resized = sharp(bytes).autoOrient().resize(width)
      const encoded =
        format === 'avif'
          ? resized.avif({ quality: quality.avif, effort: recipe.effort, chromaSubsampling: '4:4:4' })
          : resized.webp({ quality: quality.webp, effort: 5, smartSubsample: true })
      await writeAtomically(join(outputs, file), await encoded.toBuffer())
      written += 1
    }
  }
  const widths = recipe.renditions.map((rendition) => rendition.width)
  return { ...master, ...facts, widths, outputs: files, written }
}

/**
 * Cameras store portrait pictures lying down, so the size that counts is the one after turning.
 * @param {string} file
 * @param {Buffer} bytes
 * @param {import('./recipes.mjs').Recipe} recipe
 */
async function measure(file, bytes, recipe) {
  const { autoOrient } = await sharp(bytes)
    .metadata()
    .catch((cause) => {
      throw new Error(`${file}: not a picture that can be read`, { cause })
    })
  const needed = Math.max(...recipe.renditions.map((rendition) => rendition.width))
  if (autoOrient.width < needed) throw new Error(`${file}: ${autoOrient.width} px wide, at least ${needed} are needed`)
  return { width: autoOrient.width, height: autoOrient.height, placeholder: await edgeColour(bytes) }
}
