import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { allPages } from '@/lib/all-pages'
import { type Cell, csvOf } from '@/lib/csv'

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
  const pagesOf = (...pages: string[][]) => {
    const asked: number[] = []
    const readPage = async (page: number) => {
      asked.push(page)
      return (pages[page - 1] ?? []).map((id) => ({ id }))
    }
    return { asked, readPage }
  }

  test('ends with the first that is not full', async () => {
    const { asked, readPage } = pagesOf(['a', 'b'], ['c'])
    expect(await allPages(2, readPage)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
    expect(asked).toEqual([1, 2])
  })

  test('asks once more when the last page is full', async () => {
    const { asked, readPage } = pagesOf(['a', 'b'])
    expect(await allPages(2, readPage)).toHaveLength(2)
    expect(asked).toEqual([1, 2])
  })

  test('takes a row once that a newer one has pushed to the next page', async () => {
    const { readPage } = pagesOf(['a', 'b'], ['b', 'c'], [])
    expect(await allPages(2, readPage)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  })
})
