import { readdirSync } from 'node:fs'
import path from 'node:path'

/** Lists every file below a folder, in order. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? path.join(entry.parentPath, entry.name) : []))
    .sort()
