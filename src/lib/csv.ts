/** Dates become local times, which spreadsheets recognise. */
export type Cell = string | number | Date | null

const FORMULA = /^[=+\-@\t\r]/
const dateTime = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

const field = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  if (cell instanceof Date) return dateTime.format(cell)
  const text = (cell ?? '').replace(FORMULA, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** CSV (RFC 4180) that spreadsheets open as UTF-8 and run no formulas from. */
export const toCsv = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
