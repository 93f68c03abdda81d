import * as v from 'valibot'
import { readEnv } from '@/lib/env'
import { PhotoError } from './prepare-photo'

// Enough for 350 kB at 40 kbit/s.
const TIMEOUT_MS = 90_000
const PAUSES_MS = [1_000, 4_000]

type Upload = { photoSet: string; photo: Blob; onProgress: (part: number) => void; signal: AbortSignal }

// `fetch` doesn't report the progress of uploads.
const post = ({ photoSet, photo, onProgress, signal }: Upload): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { VITE_SUPABASE_URL: url = '', VITE_SUPABASE_PUBLISHABLE_KEY: key } = readEnv()
    const request = new XMLHttpRequest()
    request.open('POST', `${url}/functions/v1/enquiry-photo/${photoSet}`)
    request.setRequestHeader('apikey', key)
    request.timeout = TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = reject
    request.ontimeout = reject
    signal.addEventListener('abort', () => {
      request.abort()
      reject(signal.reason)
    })
    request.send(photo)
  })

const replySchema = v.pipe(v.string(), v.parseJson(), v.object({ sha256: v.string() }))

/**
 * Uploads a photo and returns its SHA-256, or undefined if its set takes no more. Retries lost connections twice. Throws
 * `PhotoError` (`full`, `failed`) and the abort's reason.
 */
export const sendPhoto = async (upload: Upload): Promise<string | undefined> => {
  const { signal } = upload
  for (const pause of [...PAUSES_MS, undefined]) {
    signal.throwIfAborted()
    const reply = await post(upload).catch(() => undefined)
    signal.throwIfAborted()
    if (reply?.status === 409) return undefined
    if (reply?.status === 429 || reply?.status === 507) throw new PhotoError('full')
    const parsed = v.safeParse(replySchema, reply?.text)
    if (reply?.status === 200 && parsed.success) return parsed.output.sha256
    if (pause === undefined || (reply && reply.status < 500)) break
    await new Promise((resolve) => {
      setTimeout(resolve, pause)
      signal.addEventListener('abort', resolve)
    })
  }
  throw new PhotoError('failed')
}
