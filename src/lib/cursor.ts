/** The last row of a page; lists are sorted by both, newest first. */
export type PageEnd = { id: string; created_at: string }

/** What asks a function of the database for the rows that follow. */
export const cursorParams = (end: PageEnd | undefined) => (end ? { p_before: end.created_at, p_before_id: end.id } : {})

/** The ends of the pages before `page`, given those before the present page and its own `last` row. */
export const endsBefore = (page: number, ends: readonly PageEnd[], last?: PageEnd): readonly PageEnd[] =>
  last && page > ends.length + 1 ? [...ends, { id: last.id, created_at: last.created_at }] : ends.slice(0, page - 1)

export const allPages = async <Row extends PageEnd>(
  pageSize: number,
  readPage: (end: PageEnd | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const rows: Row[] = []
  for (;;) {
    const found = await readPage(rows.at(-1))
    rows.push(...found)
    if (found.length < pageSize) return rows
  }
}
