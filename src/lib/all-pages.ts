/** Reads page after page until one is not full; what moved between two pages meanwhile is taken once. */
export const allPages = async <Row extends { id: string }>(
  pageSize: number,
  readPage: (page: number) => Promise<readonly Row[]>,
): Promise<Row[]> => {
  const rows = new Map<string, Row>()
  for (let page = 1, isFull = true; isFull; page++) {
    const found = await readPage(page)
    for (const row of found) rows.set(row.id, row)
    isFull = found.length >= pageSize
  }
  return [...rows.values()]
}
