import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

const UNFINISHED = '.part'

/** Opens the uploaded files, named after a hash of bucket and name. */
export const openFiles = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name.endsWith(UNFINISHED)) rmSync(path.join(folder, name))

  const toFilePath = (bucket: string, name: string) => {
    const hash = createHash('sha256').update(JSON.stringify([bucket, name]))
    return path.join(folder, hash.digest('hex'))
  }
  const writeAtomically = async (bucket: string, name: string, write: (draft: string) => Promise<void>) => {
    const draft = path.join(folder, `${randomUUID()}${UNFINISHED}`)
    await write(draft)
    await rename(draft, toFilePath(bucket, name))
  }

  return {
    async facts(bucket: string, name: string) {
      const found = await stat(toFilePath(bucket, name)).catch(() => undefined)
      if (!found) return undefined
      const eTag = `"${Math.floor(found.mtimeMs).toString(16)}-${found.size.toString(16)}"`
      return { size: found.size, lastModified: found.mtime, eTag }
    },
    read: (bucket: string, name: string) => readFile(toFilePath(bucket, name)),
    write: (bucket: string, name: string, body: Uint8Array | AsyncIterable<Uint8Array>) =>
      writeAtomically(bucket, name, (draft) => writeFile(draft, body)),
    copy: (from: readonly [string, string], to: readonly [string, string]) =>
      writeAtomically(...to, (draft) => copyFile(toFilePath(...from), draft)),
    remove: (bucket: string, name: string) => rm(toFilePath(bucket, name), { force: true }),
  }
}
export type Files = ReturnType<typeof openFiles>
