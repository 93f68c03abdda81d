import type { App } from '@supabase/lite'
import type { Query } from '../database/engine.ts'
import type { Files } from './files.ts'

type StorageAdapter = NonNullable<App['_storageAdapter']>

export type Described = { mimetype: string; cacheControl: string; xRobotsTag: string }

export const DESCRIBED = `coalesce(o.metadata ->> 'mimetype', 'application/octet-stream') as "mimetype",
  coalesce(o.metadata ->> 'cacheControl', 'no-cache') as "cacheControl",
  coalesce(o.metadata ->> 'xRobotsTag', 'none') as "xRobotsTag"`

/** Creates Lite's file access. Ignores versions, because files are replaced as a whole. */
export const createStorageAdapter = (files: Files, query: Query): StorageAdapter => {
  const getFileInfo = async (bucket: string, name: string) => {
    const facts = await files.facts(bucket, name)
    if (!facts) throw new Error('The file of this object is not in the data folder.')
    return { ...facts, contentLength: facts.size }
  }
  const headObject: StorageAdapter['headObject'] = async (bucket, name) => {
    const [row] = await query<Described>(
      `select ${DESCRIBED} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
      [bucket, name],
    )
    if (!row) throw new Error('This object is not in the database.')
    return { ...row, ...(await getFileInfo(bucket, name)) }
  }

  return {
    driver: files,
    headObject,
    async getObject(bucket, name) {
      const metadata = await headObject(bucket, name, undefined)
      return { metadata, httpStatusCode: 200, body: await files.read(bucket, name) }
    },
    async uploadObject(bucket, name, _version, body, mimetype, cacheControl) {
      await files.write(bucket, name, body as Uint8Array | AsyncIterable<Uint8Array>)
      return { mimetype, cacheControl, ...(await getFileInfo(bucket, name)) }
    },
    deleteObject: (bucket, name) => files.remove(bucket, name),
    async deleteObjects(bucket, names) {
      for (const name of names) await files.remove(bucket, name)
    },
    async copyObject(sourceBucket, source, _version, bucket, name) {
      await files.copy([sourceBucket, source], [bucket, name])
      const { eTag, lastModified } = await getFileInfo(bucket, name)
      return { eTag, lastModified, httpStatusCode: 200 }
    },
    privateAssetUrl: async () => '',
  }
}
