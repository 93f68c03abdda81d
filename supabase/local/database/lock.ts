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

// PostgreSQL stops if its log can't grow by 16 MB.
const MIN_FREE_BYTES = 48 * MEGABYTE

const nearestFolder = (folder: string): string => (existsSync(folder) ? folder : nearestFolder(path.dirname(folder)))

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

// Process ids are reused, especially in containers.
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

export const filesFolder = (dataDir: string): string => path.join(dataDir, 'storage')

/** Returns the lock file, which outlives the data folder. */
export const getLockFile = (dataDir: string): string => `${dataDir}.lock`

/** Returns the id of the running process with the lock. */
export const lockOwner = (file: string): number | undefined => {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8')) as Owner
    return isAlive(owner) ? owner.pid : undefined
  } catch {
    return undefined
  }
}

/** Takes a lock, even from a dead owner. Returns its release, or undefined if held. */
export const tryLock = (file: string): (() => void) | undefined => {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, started: getProcessStart(process.pid) } satisfies Owner))
  try {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        // Atomic, so that readers never see a partial owner.
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

/** Locks a data folder and returns its release. Throws readable errors. */
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
