import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; those of level 3 come after them.
const SECTIONS: Record<string, number[]> = {
  1: [2, 9, 11, 3, 2],
  2: [3, 3, 4, 1],
  3: [0, 2, 4, 6, 5, 0, 2],
  4: [3, 1, 2, 4],
  5: [1, 3, 2, 3],
  6: [3, 12, 4, 4, 5, 3, 0, 4],
  7: [3, 4, 2, 5, 2, 2],
  8: [2, 3, 1, 1],
  9: [3, 4],
  10: [2, 2, 4, 11, 5, 2, 3],
  11: [2, 3, 3, 4, 1, 1],
  12: [3, 2, 4],
  13: [1, 5, 2, 5],
  14: [2, 4, 3],
  15: [3, 3, 7],
  16: [1, 5, 4, 3, 3],
  17: [1, 4, 2],
}
const STATES = ['Met', 'Partly', 'Not met', 'Hosted', 'Not applicable']

const text = readFileSync('docs/asvs.md', 'utf8')
const rows = text
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))
const required = Object.entries(SECTIONS).flatMap(([chapter, counts]) =>
  counts.flatMap((count, section) => Array.from({ length: count }, (_, at) => `${chapter}.${section + 1}.${at + 1}`)),
)

test('every requirement of levels 1 and 2 is answered exactly once', () => {
  expect(required).toHaveLength(253)
  const answered = rows.flatMap(([numbers = '']) => numbers.split(', '))
  expect(answered.toSorted()).toEqual(required.toSorted())
})

test('each answer has a state, and one that is met names its files', () => {
  for (const [numbers, , state = '', how = '', ...rest] of rows) {
    expect(STATES, numbers).toContain(state)
    expect(rest, numbers).toEqual([])
    if (state === 'Met') expect(how, numbers).toMatch(/`[\w/.-]+\.\w+`/)
  }
})

test('each file that is named exists', () => {
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+|[\w-]+\.(?:json|ts))`/g)].map(([, name]) => name ?? '')
  expect(paths.length).toBeGreaterThan(150)
  expect(paths.filter((name) => !existsSync(name))).toEqual([])
})
