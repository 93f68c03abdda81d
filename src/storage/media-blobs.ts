import { createStore, delMany, entries, get, set } from 'idb-keyval'
import { DATABASE_SCHEME } from '@/domain/media'
import * as names from './names'

// Files too large for local storage, by the `<key>` of their `idb:<key>` URL.
const store = createStore(names.mediaFiles, 'files')

const toBlobKey = (url: string) => url.slice(DATABASE_SCHEME.length)

/** Returns undefined when the file is gone; rejects where there is no database. */
export const readBlob = (url: string): Promise<Blob | undefined> => get<Blob>(toBlobKey(url), store)

/** Decodes a data URL, which the page's policy does not let `fetch` read. */
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

/** Stores a file, and returns its `idb:` URL. Rejects where there is no database, and with `QuotaExceededError` where no room. */
export const saveBlob = async (blob: Blob): Promise<string> => {
  const key = crypto.randomUUID()
  await set(key, blob, store)
  return DATABASE_SCHEME + key
}

/** Deletes files by their `idb:` URLs; those that are gone already do no harm. Rejects where there is no database. */
export const deleteBlobs = (urls: readonly string[]): Promise<void> => delMany(urls.map(toBlobKey), store)

/** The `idb:` URL and the size in bytes of every file. Rejects where there is no database. */
export const listBlobs = async (): Promise<{ url: string; size: number }[]> =>
  (await entries<string, Blob>(store)).map(([key, blob]) => ({ url: DATABASE_SCHEME + key, size: blob.size }))
