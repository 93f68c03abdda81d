import type { Context } from 'hono'
import { connectAsCaller } from '../_shared/caller.ts'
import { clientIp } from '../_shared/client-ip.ts'
import { ENQUIRY_PHOTO_RATES, ENQUIRY_PHOTOS_BUCKET } from '../_shared/contract/enquiry-photo.ts'
import { ENQUIRY_PHOTO_LIMITS } from '../_shared/contract/limits.ts'
import { deleteExpiredPhotos } from '../_shared/enquiry-photos.ts'
import { FunctionError } from '../_shared/errors.ts'
import { errorResponder } from '../_shared/json-function.ts'
import { createFunction, type Handler } from '../_shared/pipeline.ts'
import { hex, type Services } from '../_shared/services.ts'

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const SET = `/enquiry-photo/:set{${UUID}}` as const
const PHOTO = `/enquiry-photo/:set{${UUID}}/:sha256{[0-9a-f]{64}}` as const

type Photo = { bytes: Uint8Array<ArrayBuffer>; type: string; width: number; height: number }

const JPEG = /^\xff\xd8\xff/
const WEBP = /^RIFF.{4}WEBPVP8(?: .{7}\x9d.\*|L.{4}\/|X)/s

/** Returns a JPEG's or WebP's type, judged by its first bytes. */
const findType = (bytes: Uint8Array): 'image/jpeg' | 'image/webp' | undefined => {
  const start = String.fromCharCode(...bytes.subarray(0, 26))
  if (JPEG.test(start)) return 'image/jpeg'
  return WEBP.test(start) ? 'image/webp' : undefined
}

// Strict, so that a browser can't find another size. `image-size` skips bytes, and could be led to a false header.
const jpegSize = (view: DataView): [width: number, height: number] => {
  let at = 2
  const isMarker = (pattern: RegExp) => pattern.test(view.getUint16(at).toString(16))
  while (isMarker(/ffc4|ffd[bd]|ffe.|fffe/)) at += 2 + view.getUint16(at + 2)
  return isMarker(/ffc[012]/) ? [view.getUint16(at + 7), view.getUint16(at + 5)] : [0, 0]
}

const webpSize = (view: DataView): [width: number, height: number] => {
  const [kind, bits] = [String.fromCharCode(view.getUint8(15)), view.getUint32(21, true)]
  if (kind === 'L') return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)]
  if (kind === 'X') return [1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8)]
  return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
}

const parsePhoto = (buffer: ArrayBuffer): Photo => {
  const bytes = new Uint8Array(buffer)
  const type = findType(bytes)
  if (!type) throw new FunctionError('unsupported-type')
  try {
    const [width, height] = (type === 'image/jpeg' ? jpegSize : webpSize)(new DataView(buffer))
    if (Math.min(width, height) >= 1 && Math.max(width, height) <= ENQUIRY_PHOTO_LIMITS.side)
      return { bytes, type, width, height }
  } catch {}
  throw new FunctionError('invalid')
}

const isStatus = (error: Error, status: string) => 'statusCode' in error && error.statusCode === status

/** Takes visitors' photos before their enquiry is sent. Only administrators can read and delete them. */
export const createHandler = (services: Services): Handler => {
  const { database, limit } = services
  const bucket = database.storage.from(ENQUIRY_PHOTOS_BUCKET)
  const methods = ['GET', 'POST', 'DELETE', 'OPTIONS']
  const onError = errorResponder('enquiry-photo', 'success', methods)
  const { on, fetch } = createFunction<Response>({ services, methods, respond: (_, response) => response, onError })

  const store = async ({ bytes, type, width, height }: Photo, p_set: string) => {
    const p_sha256 = hex(await crypto.subtle.digest('SHA-256', bytes))
    const photo = { p_set, p_sha256, p_width: width, p_height: height, p_size: bytes.byteLength }
    await database.rpc('reserve_enquiry_photo', photo).throwOnError()
    const { error } = await bucket.upload(`${p_set}/${p_sha256}`, bytes, { contentType: type })
    // Already stored.
    if (error && !isStatus(error, '409')) throw error
    return p_sha256
  }

  on('POST', SET, {
    who: 'visitor',
    body: { maxBytes: ENQUIRY_PHOTO_LIMITS.bytes, parse: parsePhoto },
    count: async ({ req }) => {
      await limit('enquiry-photo', clientIp(req.raw), ENQUIRY_PHOTO_RATES.hour)
      await limit('enquiry-photo-day', clientIp(req.raw), ENQUIRY_PHOTO_RATES.day)
    },
    act: async (c, photo) => {
      await deleteExpiredPhotos(services)
      return c.json({ success: true, sha256: await store(photo, c.req.param('set')) })
    },
  })

  const nameOf = ({ req }: Context<object, typeof PHOTO>) => `${req.param('set')}/${req.param('sha256')}`
  on('GET', PHOTO, {
    who: 'administrator',
    act: async (c) => {
      const { data, error } = await bucket.download(nameOf(c))
      if (error && !isStatus(error, '404')) throw error
      const bytes = data && new Uint8Array(await data.arrayBuffer())
      // Never the stored type, which could make it a page.
      const type = bytes && findType(bytes)
      if (!type) throw new FunctionError('not-found')
      return c.body(bytes, 200, { 'content-type': type })
    },
  })
  on('DELETE', PHOTO, {
    who: 'administrator',
    act: async (c) => {
      const p_name = nameOf(c)
      await connectAsCaller(c.req.raw, services).rpc('delete_enquiry_photo', { p_name }).throwOnError()
      await deleteExpiredPhotos(services)
      return c.json({ success: true })
    },
  })
  return fetch
}
