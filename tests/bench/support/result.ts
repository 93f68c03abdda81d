import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { root } from './build.ts'

/** Saves a report as `tests/bench/results/<date>-<name>.md`, with what it depends on. */
export const writeResult = (name: string, report: string): void => {
  const date = new Date().toISOString().slice(0, 10)
  const folder = path.join(root, 'tests/bench/results')
  const file = path.join(folder, `${date}-${name}.md`)
  const machine = `Node ${process.versions.node} on ${process.platform} ${process.arch}, ${cpus().length} processors`
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `# Bench: ${name}, ${date}\n\n${machine}.\n\n${report}\n`)
  console.info(`\nWritten to ${path.relative(root, file)}`)
}
