/** Last row of a page, sorted by `created_at` and `id`, newest first. */
export type Cursor = { id: string; created_at: string }

/** Returns the parameters for the rows after `end`. */
export const cursorParams = (end: Cursor | undefined) => (end ? { p_before: end.created_at, p_before_id: end.id } : {})

/** Returns the cursors before `page`. `last` ends the current page. */
export const cursorsBefore = (page: number, ends: readonly Cursor[], last?: Cursor): readonly Cursor[] =>
  last && page > ends.length + 1 ? [...ends, { id: last.id, created_at: last.created_at }] : ends.slice(0, page - 1)

/** Reads pages until one has fewer than `pageSize` rows. Rejects as `readPage` does. */
export const fetchAllPages = async <Row extends Cursor>(
  pageSize: number,
  readPage: (end: Cursor | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (;;) {
    const found = await readPage(rows.at(-1))
    rows.push(...found)
    if (found.length < pageSize) return rows
  }
}
