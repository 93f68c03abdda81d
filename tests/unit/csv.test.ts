import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { type Cell, toCsv } from '@/lib/csv'
import { cursorsBefore, fetchAllPages, cursorParams as startAfter } from '@/lib/cursor'

const read = (row: readonly Cell[]): string[] | undefined =>
  parse(toCsv([row]), { bom: true, record_delimiter: '\r\n' })[0]

describe('CSV files', () => {
  test('a CSV file starts with a UTF-8 byte order mark and uses CRLF lines', () => {
    // Spreadsheets read local time.
    const row = [new Date(2026, 10, 21, 9, 5, 7), null, 5, -1]
    expect(toCsv([['Zoë 👷🏽‍♀️'], row])).toBe('\uFEFFZoë 👷🏽‍♀️\r\n2026-11-21 09:05:07,,5,-1\r\n')
  })

  test('a CSV parser reads back exactly the cells that were written', () => {
    const texts = ['a,b', 'say "hello"', 'two\nlines', 'two\r\nlines', '', ' spaced ', 'שלום', '""', ',', '5']
    const row = [...texts, 'a=b', '1-2', 'x@y.example']
    expect(read(row)).toEqual(row)
  })

  const formulas = ['=1+1', '+44 20 7946 0000', '-2+3+cmd|"/c calc"!A0', '@SUM(A1)', '\t=1+1', '\r=1+1']
  test.each(formulas)('a CSV file escapes the spreadsheet formula %j', (text) => {
    expect(read(['before', text, 'after'])).toEqual(['before', `'${text}`, 'after'])
  })
})

describe('pagination', () => {
  const rowsOf = (...ids: string[]) => ids.map((id) => ({ id, created_at: '2026-01-01T00:00:00Z' }))

  test('fetchAllPages reads pages until one is not full', async () => {
    const pages = [rowsOf('a', 'b'), rowsOf('c', 'd'), []]
    const asked: unknown[] = []
    const readPage = async (end: unknown) => {
      asked.push(end)
      return pages.shift() ?? []
    }
    expect(await fetchAllPages(2, readPage)).toEqual(rowsOf('a', 'b', 'c', 'd'))
    expect(asked).toEqual([undefined, ...rowsOf('b', 'd')])
  })

  test('page cursors continue after the last row and can step back', () => {
    const a = { id: 'a', created_at: '1' }
    const b = { id: 'b', created_at: '2', text: 'x' }
    expect([startAfter(undefined), startAfter(a)]).toEqual([{}, { p_before: '1', p_before_id: 'a' }])
    expect(cursorsBefore(2, [], a)).toEqual([a])
    expect(cursorsBefore(3, [a], b)).toEqual([a, { id: 'b', created_at: '2' }])
    expect(cursorsBefore(2, [a, b], b)).toEqual([a])
    expect(cursorsBefore(2, [a], b)).toEqual([a])
    expect(cursorsBefore(3, [a], undefined)).toEqual([a])
  })
})
