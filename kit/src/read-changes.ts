// Reading a list by time of change so that nothing is skipped, whatever changes between two pages.

export type ChangesPage<Row> = {
  rows: Row[]
  /** How to ask for the page behind this one; absent on the last. */
  next?: string
}

/** Where a page begins: at a time, that time included, or behind another page of the same time. */
export type PageStart = { since: string | null; next?: string }

/**
 * All rows changed since `start`, oldest first; a row that changes during the read comes again. The next page is asked for by
 * the time of the last row instead of its number: a row that changes moves to the end, and by numbers the one that takes
 * its place would be skipped. Only a time that more rows share than fit a page is read by numbers, again and again until
 * nothing new is among them.
 */
export async function* readChanges<Row, Page extends ChangesPage<Row>>(options: {
  start: string | null
  getPage: (at: PageStart) => Promise<Page>
  idOf: (row: Row) => string | number
  /** Of the last change, in a form that equal times share and `getPage` takes. */
  timeOf: (row: Row) => string
}): AsyncGenerator<Page> {
  const { getPage, idOf, timeOf } = options
  const seen = new Map<string | number, Row>()
  const takeNew = (rows: Row[]): Row[] =>
    rows.filter((row) => {
      const isNew = JSON.stringify(seen.get(idOf(row))) !== JSON.stringify(row)
      seen.set(idOf(row), row)
      return isNew
    })
  for (let since = options.start; ; ) {
    let page = await getPage({ since })
    let newCount = 0
    let pageCount = 1
    for (; ; pageCount += 1) {
      const rows = takeNew(page.rows)
      newCount += rows.length
      if (rows.length > 0) yield { ...page, rows }
      const last = page.rows.at(-1)
      if (page.next === undefined || last === undefined || timeOf(last) !== since) break
      page = await getPage({ since, next: page.next })
    }
    if (pageCount > 1 && newCount > 0) continue
    const last = page.rows.at(-1)
    if (page.next === undefined || last === undefined) return
    since = timeOf(last)
    for (const [id, row] of seen) if (timeOf(row) !== since) seen.delete(id)
  }
}
