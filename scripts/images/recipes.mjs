// @ts-check
import { createHash } from 'node:crypto'

/**
 * @typedef {{ width: number, avif: number, webp: number }} Rendition quality per format at one width
 * @typedef {{ effort: number, renditions: Rendition[] }} Recipe
 */

/**
 * The hero is the largest paint, so the quality falls as the width grows: the busiest of the four pictures then stays
 * under 45 kB at 1280 and 70 kB at 1920, while the pale backdrop shows no banding.
 * @type {Recipe}
 */
const hero = {
  effort: 5,
  renditions: [
    { width: 768, avif: 64, webp: 80 },
    { width: 1280, avif: 62, webp: 78 },
    { width: 1920, avif: 57, webp: 74 },
  ],
}

/**
 * 480 serves cards on phones, 720 and 960 cards on dense screens, 1280 the lightbox.
 * @type {Recipe}
 */
const plate = {
  effort: 4,
  renditions: [
    { width: 480, avif: 58, webp: 78 },
    { width: 720, avif: 57, webp: 77 },
    { width: 960, avif: 56, webp: 76 },
    { width: 1280, avif: 56, webp: 76 },
  ],
}

/**
 * The recipe of a collection ("hero", "gallery", "projects/<id>").
 * @param {string} collection
 */
export function recipeFor(collection) {
  return collection === 'hero' ? hero : plate
}

/**
 * Master bytes and recipe together decide the outputs, so their hash names them: a changed picture or setting gets a
 * new address and an unchanged one keeps its place in every cache.
 * @param {Buffer} master
 * @param {unknown} recipe
 */
export function fingerprint(master, recipe) {
  return createHash('sha256').update(master).update(JSON.stringify(recipe)).digest('hex').slice(0, 8)
}
