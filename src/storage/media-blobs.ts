import { createStore, delMany, entries, get, set } from 'idb-keyval'
import { DATABASE_SCHEME } from '@/domain/media'
import * as names from './names'

// Files too large for local storage, by the key in `idb:<key>`.
const store = createStore(names.mediaFiles, 'files')

const toBlobKey = (url: string) => url.slice(DATABASE_SCHEME.length)

/** Reads a file, undefined if it is gone. Rejects without a database. */
export const readBlob = (url: string): Promise<Blob | undefined> => get<Blob>(toBlobKey(url), store)

/** Decodes a data URL, which the CSP keeps `fetch` from reading. */
export const decodeDataUrl = (url: string): Blob => {
  const comma = url.indexOf(',')
  const parameters = url.slice('data:'.length, comma).split(';')
  const isBase64 = parameters.at(-1) === 'base64'
  const type = (isBase64 ? parameters.slice(0, -1) : parameters).join(';')
  const text = decodeURIComponent(url.slice(comma + 1))
  if (!isBase64) return new Blob([text], { type })
  const binary = atob(text)
  const bytes = new Uint8Array(binary.length)
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index)
  return new Blob([bytes], { type })
}

/** Stores a file and returns its `idb:` URL. Rejects without a database, or with `QuotaExceededError`. */
export const saveBlob = async (blob: Blob): Promise<string> => {
  const key = crypto.randomUUID()
  await set(key, blob, store)
  return DATABASE_SCHEME + key
}

/** Deletes files by `idb:` URL. Rejects without a database. */
export const deleteBlobs = (urls: readonly string[]): Promise<void> => delMany(urls.map(toBlobKey), store)

/** Lists all files, with sizes in bytes. Rejects without a database. */
export const listBlobs = async (): Promise<{ url: string; size: number }[]> =>
  (await entries<string, Blob>(store)).map(([key, blob]) => ({ url: DATABASE_SCHEME + key, size: blob.size }))
