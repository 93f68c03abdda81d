import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Tally } from './attempts.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the security tests leave their counts. */
    attemptsFolder: string
  }
}

/** Adds up the attempts of all security tests and prints them at the end. */
export default function report(project: TestProject): () => void {
  const folder = mkdtempSync(path.join(tmpdir(), 'groundworks-attempts-'))
  project.provide('attemptsFolder', folder)
  return () => {
    const tallies = readdirSync(folder).map((file): Tally => JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    rmSync(folder, { recursive: true, force: true })
    const sum = (key: 'made' | 'succeeded') => tallies.reduce((total, tally) => total + tally[key], 0)
    const groups = tallies.map(({ group, made }) => `${group} ${made}`).sort()
    const verdict = sum('succeeded') === 0 ? 'none succeeded' : `${sum('succeeded')} SUCCEEDED`
    console.info(`Security: ${sum('made')} attempts and checks (${groups.join(', ')}), ${verdict}.`)
  }
}
