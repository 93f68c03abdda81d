import type { App } from '@supabase/lite'
import type { Query } from '../database/engine.ts'
import { callerContext } from '../lite-adapter.ts'
import type { Files } from './files.ts'

type StorageAdapter = NonNullable<App['_storageAdapter']>

/** What a file is when nobody says. */
export const DEFAULT_TYPE = 'application/octet-stream'

/** How long a browser keeps a file when nobody says. */
export const DEFAULT_CACHE = 'no-cache'

/** What the row of a file says about it. */
export type Described = { mimetype: string; cacheControl: string }

/** The columns of that, from a row `o`. */
export const DESCRIBED = `coalesce(o.metadata ->> 'mimetype', '${DEFAULT_TYPE}') as "mimetype",
  coalesce(o.metadata ->> 'cacheControl', '${DEFAULT_CACHE}') as "cacheControl"`

/** Lite's way to the files. Versions are ignored: a file is replaced at once or not at all. */
export const createStorageAdapter = (files: Files, query: Query): StorageAdapter => {
  const describe = async (bucket: string, name: string) => {
    const facts = await files.facts(bucket, name)
    const [row] = await query<Described>(
      `select ${DESCRIBED} from storage.objects o where o.bucket_id = $1 and o.name = $2`,
      [bucket, name],
    )
    if (!facts || !row) throw new Error('The file of this object is not in the data folder.')
    return { ...row, size: facts.size, contentLength: facts.size, lastModified: facts.modified, eTag: facts.eTag }
  }
  const headObject: StorageAdapter['headObject'] = (bucket, name) => describe(bucket, name)

  return {
    driver: files,
    headObject,
    async getObject(bucket, name) {
      const metadata = await describe(bucket, name)
      return { metadata, httpStatusCode: 200, body: files.read(bucket, name) }
    },
    async uploadObject(bucket, name, _version, _body, mimetype, cacheControl) {
      const draft = callerContext.getStore()?.draft
      if (!draft) throw new Error('An upload reached the Storage API without its file.')
      await files.put(draft, bucket, name)
      const facts = await files.facts(bucket, name)
      if (!facts) throw new Error('The file was removed while it was stored.')
      const { size, modified, eTag } = facts
      return { mimetype, cacheControl, size, contentLength: size, lastModified: modified, eTag }
    },
    deleteObject: (bucket, name) => files.remove(bucket, name),
    async deleteObjects(bucket, names) {
      for (const name of names) await files.remove(bucket, name)
    },
    async copyObject(sourceBucket, source, _version, bucket, name) {
      await files.copy([sourceBucket, source], [bucket, name])
      const facts = await files.facts(bucket, name)
      return { eTag: facts?.eTag ?? '', httpStatusCode: 200, ...(facts && { lastModified: facts.modified }) }
    },
    // Only asked for by image transformations, which nothing here does.
    privateAssetUrl: async () => '',
  }
}
