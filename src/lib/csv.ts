export type Cell = string | number | null

// A spreadsheet would run what begins like a formula; the apostrophe makes it text.
const FORMULA = /^[=+\-@\t\r]/

const field = (cell: Cell): string => {
  if (typeof cell === 'number') return String(cell)
  const text = (cell ?? '').replace(FORMULA, "'$&")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows as CSV (RFC 4180) that spreadsheets open as UTF-8, with no text that they would take for a formula. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(field).join(',')}\r\n`).join('')}`
