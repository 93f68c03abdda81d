import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { storageProblem } from '../database/lock.ts'

const UNFINISHED = '.part'

/** A body that has arrived completely and is on the disk, but is nobody's file yet. */
export type Draft = { path: string; size: number }

/** What the file system knows about a file. */
export type FileFacts = { size: number; modified: Date; eTag: string }

/** Why a file could not be stored, as a sentence for the log. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom'
}

// A rename is lost with the power unless its folder is written too. Windows opens no folder.
const sync = async (target: string) => {
  if (process.platform === 'win32') return
  const handle = await open(target, 'r')
  await handle.sync().finally(() => handle.close())
}

/** The uploaded files, in one folder. A file is named by the hash of its bucket and name, so no name leads elsewhere. */
export const openFiles = (folder: string) => {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name.endsWith(UNFINISHED)) rmSync(path.join(folder, name))

  const pathOf = (bucket: string, name: string) => {
    const hash = createHash('sha256').update(JSON.stringify([bucket, name]))
    return path.join(folder, hash.digest('hex'))
  }
  const newDraft = () => path.join(folder, `${randomUUID()}${UNFINISHED}`)

  /** What is known about a file; undefined when it is not there. */
  const facts = async (bucket: string, name: string): Promise<FileFacts | undefined> => {
    const found = await stat(pathOf(bucket, name)).catch(() => undefined)
    if (!found) return undefined
    const eTag = `"${Math.floor(found.mtimeMs).toString(16)}-${found.size.toString(16)}"`
    return { size: found.size, modified: found.mtime, eTag }
  }

  const settle = async (draft: string, bucket: string, name: string) => {
    await rename(draft, pathOf(bucket, name))
    await sync(folder)
  }

  return {
    facts,

    /** Writes a body to the disk; throws `NoRoom` before the database would lack the room it needs. */
    async draft(body: AsyncIterable<Uint8Array>): Promise<Draft> {
      const draft = newDraft()
      const file = await open(draft, 'wx')
      try {
        let size = 0
        for await (const chunk of body) {
          const problem = storageProblem(folder)
          if (problem) throw new NoRoom(problem)
          await file.appendFile(chunk)
          size += chunk.byteLength
        }
        await file.sync()
        return { path: draft, size }
      } catch (cause) {
        await rm(draft, { force: true })
        throw cause
      } finally {
        await file.close()
      }
    },

    discard: (draft: Draft): Promise<void> => rm(draft.path, { force: true }),

    /** Makes a draft the file of that name; when it returns, the file survives a crash. */
    put: (draft: Draft, bucket: string, name: string): Promise<void> => settle(draft.path, bucket, name),

    /** Gives a file a second name. Files are replaced, never changed, so both may be the same on the disk. */
    async copy(from: readonly [string, string], to: readonly [string, string]): Promise<void> {
      const draft = newDraft()
      await link(pathOf(...from), draft)
      await settle(draft, ...to)
    },

    async remove(bucket: string, name: string): Promise<void> {
      await rm(pathOf(bucket, name), { force: true })
      await sync(folder)
    },

    /** All bytes, or those from `start` to `end`, both included; opened when they are asked for. */
    read(bucket: string, name: string, range?: { start: number; end: number }): ReadableStream<Uint8Array> {
      const bytes = async function* () {
        yield* createReadStream(pathOf(bucket, name), range) as AsyncIterable<Uint8Array>
      }
      return NodeStream.from(bytes()) as ReadableStream<Uint8Array>
    },
  }
}
export type Files = ReturnType<typeof openFiles>
