import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, inject } from 'vitest'

/** What one file of tests tried. */
export type Tally = { group: string; made: number; succeeded: number }

/** Counts the attempts of one test file. The returned function notes one and fails the test when it succeeded. */
export function countAttempts(group: string): (what: string, succeeded: boolean) => void {
  const tally: Tally = { group, made: 0, succeeded: 0 }
  afterAll(() => writeFileSync(path.join(inject('attemptsFolder'), `${group}.json`), JSON.stringify(tally)))
  return (what, succeeded) => {
    tally.made += 1
    if (succeeded) tally.succeeded += 1
    // Soft, so that one breach does not hide the next.
    expect.soft(succeeded ? what : '', 'this attempt succeeded').toBe('')
  }
}
