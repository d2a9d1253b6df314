// What every engine can do here, in the same words. Nothing above this folder knows which engine it is.
import type { Caps, Engine, ParamValue } from '#edge/policy/policy.ts'
import type { WireValue } from '#edge/policy/wire-value.ts'

/** A text of this machine's own file, with its values beside it. */
export type BoundStatement = { text: string; values: readonly ParamValue[] }

/** Takes rows as they come, and says when it has enough. */
export type RowSink = {
  columns(names: readonly string[]): void
  /** False when no more is wanted. */
  row(values: readonly WireValue[]): boolean
}

export type WriteRules = {
  timeoutMs: number
  expectRows: number
  /** A table of the customer's in which each job leaves a row, in the same transaction. */
  ledger?: { table: string; job: string }
}

export type WriteEnd =
  /** `again`: the ledger says that it was done before; nothing was changed now. */
  | { kind: 'done'; changed: number; again: boolean }
  /** Undone: it would have changed another number of rows. */
  | { kind: 'row_count'; changed: number }
  /** It changed another number of rows, and they stay: the database could not undo it. */
  | { kind: 'not_undone'; changed: number }

export type Inspection = {
  /** `PostgreSQL 16.3` */
  server: string
  user: string
  /** Rights that no connector needs, as words for its owner. */
  excess: readonly string[]
  /** Tables whose rows this user may change. */
  writable: readonly string[]
}

export type TableWithoutUndo = { table: string; engine: string }

export type Driver = {
  readonly engine: Engine
  /** Rows of one statement that cannot write; ended at the latest when its time is over. */
  read(statement: BoundStatement, caps: Caps, sink: RowSink): Promise<{ truncated: boolean }>
  write(statement: BoundStatement, rules: WriteRules): Promise<WriteEnd>
  /** Lets the database look at a statement without running it. Gives the names of its columns. */
  explain(statement: BoundStatement, kind: 'read' | 'write'): Promise<readonly string[]>
  /** Tables that a write would change and no rollback would change back. Absent where every table has transactions. */
  tablesWithoutUndo?(text: string, ledger?: string): Promise<readonly TableWithoutUndo[]>
  inspect(): Promise<Inspection>
  /** Whether it answers. */
  ping(timeoutMs: number): Promise<void>
  close(): Promise<void>
}

export type LoginFacts = {
  url?: string
  host?: string
  port?: number
  name?: string
  user?: string
  password?: string
  tls?: { ca?: string; verify: boolean }
}

/** `no_undo`: not begun, because a wrong number of rows could not be undone. */
export type DriverFault = 'timeout' | 'too_large' | 'unreachable' | 'refused' | 'no_undo'

/** Never carries the text of the database: it may hold values. */
export class DriverFailure extends Error {
  override readonly name = 'DriverFailure'
  readonly fault: DriverFault
  readonly databaseCode: string | undefined
  /** Of a write: the end was asked for and nobody heard what came of it. */
  readonly isUncertain: boolean
  constructor(fault: DriverFault, databaseCode?: string, isUncertain = false) {
    super(databaseCode === undefined ? fault : `${fault} (${databaseCode})`)
    this.fault = fault
    this.databaseCode = databaseCode
    this.isUncertain = isUncertain
  }
}
