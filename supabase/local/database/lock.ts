import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const MEGABYTE = 1024 * 1024

// The database's log grows by 16 MB at a time; one that cannot grow would stop it.
const MIN_FREE_BYTES = 48 * MEGABYTE

const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(path.dirname(folder)))

// Why the database cannot be written, as a sentence for people.
const storageProblem = (dataDir: string): string | undefined => {
  const name = path.relative(process.cwd(), dataDir) || dataDir
  const folder = nearestFolder(dataDir)
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return `The data in ${name} can't be changed because the folder is read-only. Make it writable, or set DATA_DIR to another folder.`
  }
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free >= MIN_FREE_BYTES) return undefined
  return `The disk that holds the data in ${name} is full: ${Math.floor(free / MEGABYTE)} MB are free, ${MIN_FREE_BYTES / MEGABYTE} MB are needed. Free up space, or set DATA_DIR to another folder.`
}

type Owner = { pid: number; started: string }

// Process ids are reused, above all in containers; the start time tells processes apart.
const getProcessStart = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
  } catch {
    return ''
  }
}

const isAlive = ({ pid, started }: Owner): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return getProcessStart(pid) === started
}

/** The folder of the uploaded files, within the data folder. */
export const filesFolder = (dataDir: string): string => path.join(dataDir, 'storage')

/** The lock file of a data folder; beside the folder, so that it outlives the data. */
export const getLockFile = (dataDir: string): string => `${dataDir}.lock`

/** The id of the running process that holds a lock file. */
export const lockOwner = (file: string): number | undefined => {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner
    return isAlive(owner) ? owner.pid : undefined
  } catch {
    return undefined
  }
}

/** Takes a lock file, also from an owner that is gone; returns its release, or undefined when it is held. */
export const tryLock = (file: string): (() => void) | undefined => {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: getProcessStart(process.pid) } satisfies Owner))
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        // Atomic: nobody reads a half-written owner.
        linkSync(draft, file)
        return () => rmSync(file, { force: true })
      } catch {
        if (lockOwner(file) !== undefined) return undefined
        rmSync(file, { force: true })
      }
    }
    return undefined
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Takes the lock of a data folder and returns its release; throws a sentence when it is in use, or the disk is full. */
export const lockDataDir = (dataDir: string): (() => void) => {
  const problem = storageProblem(dataDir) ?? storageProblem(path.dirname(dataDir))
  if (problem) throw new Error(problem)
  const release = tryLock(getLockFile(dataDir))
  if (release) return release
  const owner = lockOwner(getLockFile(dataDir))
  const folder = path.relative(process.cwd(), dataDir) || dataDir
  throw new Error(
    `The data in ${folder} is in use by another server (process ${owner}). Stop it first, or set DATA_DIR to another folder.`,
  )
}
