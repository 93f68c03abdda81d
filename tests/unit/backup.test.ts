import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEach } from '../../scripts/backup/project.mjs'
import { createChecksum, describeMissingFiles, matchesHash } from '../../src/lib/backup-reader.mjs'

const bytes = new Uint8Array([1, 2, 3])
const hash = createHash('sha256').update(bytes).digest('hex')

test('a backup file is accepted only if it is named after its hash', async () => {
  const set = crypto.randomUUID()
  for (const name of [`${hash}.webp`, `${set}/${hash}`]) expect(await matchesHash(name, bytes), name).toBe(true)
  // These would be written or sent elsewhere.
  const ways = [
    ...['../', `../${set}/`, `${set}/../`, `${set}//`, `${set}\\`, 'a/'].flatMap((start) => [
      `${start}${hash}`,
      `${start}${hash}.webp`,
    ]),
    ...['./../../auth/v1/admin/users', '.\\..\\x', '.webp?x', '.webp\n'].map((end) => hash + end),
    ...['.webp', '?x', '/x', '\n'].map((end) => `${set}/${hash}${end}`),
  ]
  for (const name of [hash, `${'0'.repeat(64)}.webp`, `${hash}.webp.webp`, ...ways])
    expect(await matchesHash(name, bytes), name).toBe(false)
})

test('the checksum of a table does not depend on row order', async () => {
  const sumOf = async (...lines: string[]) => {
    const sum = createChecksum()
    await sum.add(lines)
    return sum.total()
  }
  expect(await sumOf('a', 'b', 'c')).toEqual(await sumOf('c', 'a', 'b'))
  expect(await sumOf('a', 'b')).not.toEqual(await sumOf('a', 'c'))
  expect(await sumOf('a', 'a')).toMatchObject({ rows: 2 })
})

test('a lost photo is listed once by its description, an unreferenced file by name', async () => {
  const draft = { title: 'Cellar', photographs: { 0: { alt: 'The pit', picture: { files: ['a', 'b'] } }, 1: {} } }
  const before = { title: 'Cellar', photographs: { 2: { alt: '', name: 'pour.jpg', picture: { files: ['c'] } } } }
  const projects = [{ draft: null }, { draft, published_draft: before }]
  const unnamed = ['e', 'f'].map((file) => ({ files: [file], alt: '' }))
  const items = [{ files: null }, { files: ['poster'], video: 'film', alt: 'Our yard' }, ...unnamed]
  const enquiries = [{ name: 'Older' }, { name: 'Ann', photos: [{ name: 'g' }] }]
  const tables = { 'public.projects': projects, 'public.publication_items': items, 'public.enquiries': enquiries }
  const rowsOf = async (table: string) => tables[table as keyof typeof tables]
  expect(await describeMissingFiles(['b', 'a', 'c', 'film', 'e', 'f', 'g', 'd'], rowsOf)).toEqual([
    '“The pit” in “Cellar”',
    '“pour.jpg” in “Cellar”',
    '“Our yard” on the homepage',
    'a picture without a description on the homepage',
    'a picture without a description on the homepage',
    'a photo in Ann’s enquiry',
    'd',
  ])
})

test('processing many files starts no further file after one fails', async () => {
  const begun: number[] = []
  const act = async (item: number) => {
    begun.push(item)
    await pause(item === 1 ? 1 : 20)
    if (item === 1) throw new Error('failed')
  }
  await expect(forEach([1, 2, 3, 4, 5, 6, 7, 8], act)).rejects.toThrow('failed')
  await pause(60)
  expect(begun).toEqual([1, 2, 3, 4])
})
