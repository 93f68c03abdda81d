import { isInDatabase, isShowable } from '@/domain/media'
import { decodeDataUrl, readBlob } from '@/storage/media-blobs'

/** The file of a saved URL, or nothing when it is gone. Rejects where it is elsewhere and cannot be fetched. */
export const readFile = async (url: string): Promise<Blob | undefined> => {
  if (isInDatabase(url)) return readBlob(url)
  if (!isShowable(url)) return undefined
  if (url.startsWith('data:')) return decodeDataUrl(url)
  const answer = await fetch(url)
  return answer.ok ? answer.blob() : undefined
}
