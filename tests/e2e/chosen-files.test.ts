import type { Page } from 'playwright/test'
import { makeWholeFiles } from '../support/media-fixtures'
import { expect, open, test } from './admin-support'
import { giveFiles, type MadeFile } from './media-files'

const MB = 1024 * 1024
const INCOMPLETE = 'is incomplete. Choose the original file again.'
const NOT_SHOWN = 'visitors may not be able to see it either'
const NO_IMAGE = 'Please select a valid image file'
const NO_VIDEO = 'Please select a valid video file'
const NOT_PUBLISHABLE = 'Not all browsers can play this type of video'
const NO_PICTURE = 'isn’t a picture'

const whole = await makeWholeFiles()
const third = (bytes: Buffer) => bytes.subarray(0, bytes.length / 3)
const text = Buffer.from('<html>This page has moved.</html>')

/** Messages per upload place. Undefined if the test doesn't try the file there. */
type Says = { image?: readonly string[]; project?: readonly string[]; video?: readonly string[] }
type Given = Says & { name: string; type: string; bytes: Buffer | 'huge' }

const fine = { image: [], project: [] }
const isCut = { image: [INCOMPLETE], project: [INCOMPLETE] }
const isMoving = { image: [], project: ['is animated. Only the first frame will be used'] }
const isHeic = { image: [NOT_SHOWN], project: ['Apple’s HEIC format'] }
const isUnknown = { image: [NOT_SHOWN], project: ['It isn’t a JPG, PNG or WebP'] }
const isEmpty = { image: [NO_IMAGE, 'This file is empty'], project: ['is empty (0 bytes)'] }
const isEmptyVideo = { ...isEmpty, image: [NO_IMAGE], video: [NO_VIDEO, 'This file is empty'] }
const isHuge = { image: ['exceeds 5MB limit'], project: ['is larger than 50 MB'] }
const plays = { image: [NO_IMAGE], project: [NO_PICTURE], video: [] }
const isVideo = (...video: string[]) => ({ image: [NO_IMAGE], project: [NO_PICTURE], video })

// No encoder for HEIC, MP4 and MOV is at hand, so their containers hold no picture.
const files: readonly Given[] = [
  { name: 'photo.jpg', type: 'image/jpeg', bytes: whole.jpeg, ...fine, video: [NO_VIDEO] },
  { name: 'progressive.JFIF', type: 'image/jpeg', bytes: whole.progressiveJpeg, ...fine },
  { name: 'cmyk.jpg', type: 'image/jpeg', bytes: whole.cmykJpeg, ...fine },
  { name: 'turned.jpg', type: 'image/jpeg', bytes: whole.turnedJpeg, ...fine },
  { name: 'profile.jpg', type: 'image/jpeg', bytes: whole.profileJpeg, ...fine },
  { name: 'thumbnail.jpg', type: 'image/jpeg', bytes: whole.thumbnailJpeg, ...fine },
  { name: 'words.jpg', type: 'image/jpeg', bytes: whole.commentJpeg, ...fine },
  { name: 'PXL_20261121.MP', type: '', bytes: whole.motionPhoto, ...fine },
  { name: 'third.jpg', type: 'image/jpeg', bytes: third(whole.jpeg), ...isCut },
  { name: 'in-thumbnail.jpg', type: 'image/jpeg', bytes: whole.thumbnailJpeg.subarray(0, 300), ...isCut },
  { name: 'last-byte.jpg', type: 'image/jpeg', bytes: whole.jpeg.subarray(0, -1), ...isCut },
  { name: 'deep.png', type: 'image/png', bytes: whole.deepPng, ...fine },
  { name: 'moving.png', type: 'image/png', bytes: whole.apng, ...isMoving },
  { name: 'third.png', type: 'image/png', bytes: third(whole.png), ...isCut },
  { name: 'still.gif', type: 'image/gif', bytes: whole.gif, ...fine },
  { name: 'moving.gif', type: 'image/gif', bytes: whole.animatedGif, ...isMoving },
  { name: 'third.gif', type: 'image/gif', bytes: third(whole.animatedGif), ...isCut },
  { name: 'photo.webp', type: 'image/webp', bytes: whole.webp, ...fine },
  { name: 'lossless.webp', type: 'image/webp', bytes: whole.losslessWebp, ...fine },
  { name: 'moving.webp', type: 'image/webp', bytes: whole.animatedWebpWithProfile, ...isMoving },
  { name: 'third.webp', type: 'image/webp', bytes: third(whole.webp), ...isCut },
  { name: 'photo.avif', type: 'image/avif', bytes: whole.avif, ...fine },
  { name: 'third.avif', type: 'image/avif', bytes: third(whole.avif), ...isCut },
  { name: 'plain.bmp', type: 'image/bmp', bytes: whole.bmp, ...fine },
  { name: 'third.bmp', type: 'image/bmp', bytes: third(whole.bmp), ...isCut },
  { name: 'IMG_1.HEIC', type: '', bytes: whole.heic, ...isHeic },
  { name: 'heic.jpg', type: 'image/jpeg', bytes: whole.heic, ...isHeic },
  { name: 'jpeg.heic', type: 'image/heic', bytes: whole.jpeg, ...fine },
  { name: 'png.jpg', type: 'image/jpeg', bytes: whole.png, ...fine },
  { name: 'page.jpg', type: 'image/jpeg', bytes: text, ...isUnknown },
  { name: 'empty.jpg', type: 'image/jpeg', bytes: Buffer.of(), ...isEmpty },
  { name: 'huge.jpg', type: 'image/jpeg', bytes: 'huge', ...isHuge },
  { name: 'film.webm', type: 'video/webm', bytes: whole.webm, ...plays },
  { name: 'recorded.webm', type: 'video/webm', bytes: whole.recordedWebm, ...plays },
  { name: 'film.jpg', type: 'image/jpeg', bytes: whole.webm, ...plays },
  { name: 'third.webm', type: 'video/webm', bytes: whole.webm.subarray(0, -200), ...isVideo(INCOMPLETE) },
  { name: 'CLIP.MOV', type: '', bytes: whole.mov, ...isVideo(NOT_PUBLISHABLE, NOT_SHOWN) },
  { name: 'clip.mkv', type: 'video/x-matroska', bytes: whole.mkv, ...isVideo(NOT_PUBLISHABLE) },
  { name: 'mkv.webm', type: 'video/webm', bytes: whole.mkv, ...isVideo(NOT_PUBLISHABLE) },
  { name: 'clip.mp4', type: 'video/mp4', bytes: whole.mp4, ...isVideo(NOT_SHOWN) },
  { name: 'third.mp4', type: 'video/mp4', bytes: third(whole.mp4), ...isVideo(INCOMPLETE, NOT_SHOWN) },
  { name: 'clip.ogv', type: 'video/ogg', bytes: whole.ogg, ...isVideo(NOT_SHOWN) },
  { name: 'page.mp4', type: 'video/mp4', bytes: text, ...isVideo(NOT_SHOWN) },
  { name: 'empty.mp4', type: 'video/mp4', bytes: Buffer.of(), ...isEmptyVideo },
]

const madeOf = ({ name, type, bytes }: Given): MadeFile =>
  bytes === 'huge'
    ? { kind: 'image', name, width: 400, height: 300, bytes: 51 * MB }
    : { kind: 'base64', name, type, base64: bytes.toString('base64') }
const sentences = new Set(files.flatMap(({ image = [], project = [], video = [] }) => [...image, ...project, ...video]))
const saidIn = (shown: string) => [...sentences].filter((sentence) => shown.includes(sentence)).sort()
const shownText = (page: Page, css: string) =>
  page.locator(css).evaluateAll((all: HTMLElement[]) => all.map(({ textContent }) => textContent ?? ''))

test.describe('files of every kind', { tag: ['@release', '@every-browser', '@wide'] }, () => {
  // Firefox reports truncated pictures.
  test.use({ expectedNoise: /^Image corrupt or truncated\.$/ })

  test('files of every type are accepted, warned about or refused as project images', async ({ adminPage: page }) => {
    await open(page, '/admin/dashboard?section=media&tab=images')
    const given = files.filter(({ image }) => image)
    await giveFiles(page, given.map(madeOf))
    const said = async () => {
      const rows = await shownText(page, '[aria-label="Selected images"] > li')
      // Only some engines show part of a truncated file.
      return rows.map((row) => saidIn(row).filter((sentence) => sentence !== NOT_SHOWN || !row.includes(INCOMPLETE)))
    }
    await expect.poll(said).toEqual(given.map(({ image = [] }) => [...image].sort()))
  })

  test('files of every type are accepted or refused as photos of a project', async ({ adminPage: page }) => {
    await open(page, '/admin/dashboard?section=media&tab=projects')
    await page.getByRole('button', { name: 'Add project' }).click()
    await expect(page.getByText('Nothing entered yet.')).toBeVisible()
    const given = files.filter(({ project }) => project)
    await giveFiles(page, given.map(madeOf))
    const said = async () => {
      const notes = await shownText(page, '[aria-labelledby="project-photographs"] > [role="status"] > p')
      return given.map(({ name }) => saidIn(notes.filter((note) => note.startsWith(`${name} `)).join()))
    }
    await expect.poll(said, { timeout: 40_000 }).toEqual(given.map(({ project = [] }) => [...project].sort()))
    await expect(page.getByText(/^(Processing|Uploading)/)).toHaveCount(0, { timeout: 40_000 })
    const taken = given.filter(({ project = [] }) => project.length === 0 || project === isMoving.project)
    await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(taken.length)
  })

  test('files of every type are accepted, warned about or refused as videos', async ({ adminPage: page }) => {
    await open(page, '/admin/dashboard?section=media&tab=videos')
    const found: Record<string, string[]> = {}
    const given = files.filter(({ video }) => video)
    for (const file of given) {
      await giveFiles(page, [madeOf(file)])
      const said = async () => {
        const chosen = await shownText(page, '[role="tabpanel"] .grid')
        const shown = chosen.find((part) => part.includes(`${file.name}`) || part.includes('Please select')) ?? ''
        found[file.name] = saidIn(shown)
        return found[file.name]
      }
      const expected = [...(file.video ?? [])].sort()
      await expect.poll(said, { message: file.name, timeout: 25_000 }).toEqual(expected)
    }
  })
})
