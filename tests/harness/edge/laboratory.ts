// The same small database in PostgreSQL and in MariaDB, with what differs between the two written down once.
import type { WireValue } from '../../../edge/src/policy/wire-value.ts'

export type Laboratory = {
  engine: 'postgres' | 'mysql'
  /** May read and write `claims` and the ledger. */
  writerUrl: string
  /** May read `claims`. */
  readerUrl: string
  nowhereUrl: string
  strangerUrl: string
  /** Rows in `claims`. */
  rowCount: number
  sql: {
    allTypes: string
    writeInRead: string
    endless: string
    huge: string
  }
  expected: { columns: string[]; row: WireValue[] }
  /** Of every row of every table. */
  checksum(): Promise<string>
  /** Runs a text as the superuser; gives its rows. */
  query(text: string): Promise<unknown[][]>
  /** While another transaction holds the row 5 of `claims`. */
  whileLocked(work: () => Promise<void>): Promise<void>
  /** Resolves when no statement of the writer is running. */
  untilQuiet(): Promise<void>
  endConnections(): Promise<void>
  stop(): Promise<void>
}

export const CLAIM_COUNT = 200
