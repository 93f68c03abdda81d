import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { type Cell, csvOf } from '@/lib/csv'
import { allPages } from '@/lib/pages'

const read = (rows: readonly (readonly Cell[])[]): string[][] =>
  parse(csvOf(rows), { bom: true, record_delimiter: '\r\n' })

describe('a CSV file', () => {
  test('begins with the mark that tells spreadsheets it is UTF-8, and ends every line as RFC 4180 says', () => {
    expect(csvOf([['Name'], ['Zoë 👷🏽‍♀️']])).toBe('\uFEFFName\r\nZoë 👷🏽‍♀️\r\n')
  })

  test('gives a parser back what was written', () => {
    const texts = ['a,b', 'say "hello"', 'two\nlines', 'two\r\nlines', '', ' spaced ', 'שלום', '""', ',', '5']
    expect(read([texts])).toEqual([texts])
  })

  test('writes a moment as spreadsheets take it for a date, in local time', () => {
    expect(csvOf([[new Date(2026, 10, 21, 9, 5, 7)]])).toBe('\uFEFF2026-11-21 09:05:07\r\n')
  })

  test('leaves a missing value empty and a number bare', () => {
    expect(csvOf([[null, 5, -1]])).toBe('\uFEFF,5,-1\r\n')
  })

  test.each([
    '=1+1',
    '+44 20 7946 0000',
    '-2+3+cmd|"/c calc"!A0',
    '@SUM(A1)',
    '\t=1+1',
    '\r=1+1',
    '=HYPERLINK("https://evil.example","x")',
  ])('holds no cell that a spreadsheet would run: %j', (text) => {
    expect(read([['before', text, 'after']])).toEqual([['before', `'${text}`, 'after']])
  })

  test('leaves the same signs alone within a text', () => {
    expect(read([['a=b', '1-2', 'x@y.example']])).toEqual([['a=b', '1-2', 'x@y.example']])
  })
})

describe('reading every page', () => {
  const rowsOf = (...ids: string[]) => ids.map((id) => ({ id, created_at: '2026-01-01T00:00:00Z' }))

  test('ends with the first that is not full', async () => {
    const pages = [rowsOf('a', 'b'), rowsOf('c', 'd'), []]
    const asked: unknown[] = []
    const readPage = async (end: unknown) => {
      asked.push(end)
      return pages.shift() ?? []
    }
    expect(await allPages(2, readPage)).toEqual(rowsOf('a', 'b', 'c', 'd'))
    expect(asked).toEqual([undefined, ...rowsOf('b', 'd')])
  })
})
