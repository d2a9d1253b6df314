// What a model of a vendor remembers: a few tables in memory, each change a line of a file, so that a killed one comes back as it was.
import { openJournal } from './journal.ts'

type Key = string | number
type Line = { table: string; key: string; row: object | null }

/** By the names of its tables, each with one kind of row. */
export type Tables<Rows> = {
  put: <K extends keyof Rows>(table: K, key: Key, row: Rows[K]) => void
  remove: (table: keyof Rows, key: Key) => void
  list: <K extends keyof Rows>(table: K) => Rows[K][]
  find: <K extends keyof Rows>(table: K, key: Key) => Rows[K] | undefined
  /** Counts up, also over a kill. */
  next: (counter: string, first: number) => number
  clear: () => void
}

/** Without a path nothing outlives the process. */
export function openTables<Rows extends object>(path?: string): Tables<Rows> {
  const journal = openJournal<Line>(path)
  const tables = new Map<string, Map<string, object>>()
  const open = (name: keyof Rows): Map<string, object> => {
    const found = tables.get(String(name)) ?? new Map<string, object>()
    tables.set(String(name), found)
    return found
  }
  const apply = ({ table, key, row }: Line): void => {
    const rows = open(table as keyof Rows) // the name of a table, or of the counters
    if (row === null) rows.delete(key)
    else rows.set(key, row)
  }
  const write = (table: keyof Rows, key: Key, row: object | null): void => {
    const line = { table: String(table), key: String(key), row: structuredClone(row) }
    journal.add(line)
    apply(line)
  }
  // A half-written last line can be dropped: its request never got a response.
  for (const line of journal.read()) apply(line)
  const counters = '_counters' as keyof Rows // beside the tables, never listed
  return {
    put: (table, key, row) => write(table, key, row as object), // rows are objects
    remove: (table, key) => write(table, key, null),
    list: <K extends keyof Rows>(table: K) => [...open(table).values()] as Rows[K][], // of this table
    find: <K extends keyof Rows>(table: K, key: Key) =>
      open(table).get(String(key)) as Rows[K] | undefined, // as above
    next(counter, first) {
      const { last } = (open(counters).get(counter) as { last: number } | undefined) ?? {
        last: first - 1,
      } // written below
      write(counters, counter, { last: last + 1 })
      return last + 1
    },
    clear() {
      for (const [table, rows] of tables) {
        for (const key of rows.keys()) write(table as keyof Rows, key, null) // a name from above
      }
    },
  }
}
