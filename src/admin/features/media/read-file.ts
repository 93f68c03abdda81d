import { isInDatabase, isShowable } from '@/domain/media'
import { readBlob } from '@/storage/media-blobs'

/** The file in a data URL, which the policy allows no `fetch` of. */
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

/** The file of a saved URL, or nothing when it is gone. Rejects where it is elsewhere and cannot be fetched. */
export const readFile = async (url: string): Promise<Blob | undefined> => {
  if (isInDatabase(url)) return readBlob(url)
  if (!isShowable(url)) return undefined
  if (url.startsWith('data:')) return decodeDataUrl(url)
  const answer = await fetch(url)
  return answer.ok ? answer.blob() : undefined
}
