import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEGABYTE = 1024 * 1024

/**
 * Room the database must have to be written to. It grows its log by 16 MB at a time, and in this process it does not
 * survive a log that cannot grow: it would stand still, and the site with it.
 */
export const ROOM_NEEDED = 48 * MEGABYTE

const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(path.dirname(folder)))

/** Why the database cannot be written to where its data lies, as a sentence for people; nothing when it can. */
export function storageProblem(dataDir: string): string | undefined {
  const name = path.relative(process.cwd(), dataDir) || dataDir
  const folder = nearestFolder(dataDir)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return `The data in ${name} cannot be changed: the folder is read-only. Make it writable, or set DATA_DIR to another folder.`
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= ROOM_NEEDED) return undefined
  return `The disk that holds the data in ${name} is full: ${Math.floor(free / MEGABYTE)} MB are free, ${ROOM_NEEDED / MEGABYTE} MB are needed. Make room, or set DATA_DIR to another folder.`
}
