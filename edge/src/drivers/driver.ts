// The common interface of all database drivers. Nothing outside this folder knows the engine.
import type { Caps, Engine, ParamValue } from '#edge/policy/policy.ts'
import type { WireValue } from '#edge/policy/wire-value.ts'

/** The SQL of the policy, with its values. */
export type BoundStatement = { text: string; values: readonly ParamValue[] }

/** Receives rows one by one, and returns when to stop. */
export type RowSink = {
  columns(names: readonly string[]): void
  /** False to stop. */
  row(values: readonly WireValue[]): boolean
}

export type WriteRules = {
  timeoutMs: number
  expectRows: number
  /** A table in the customer's database that records each job, in the same transaction. */
  ledger?: { table: string; job: string }
}

export type WriteEnd =
  /** `again`: according to the ledger it was already done; nothing was changed. */
  | { kind: 'done'; changed: number; again: boolean }
  /** Rolled back: it changed another number of rows. */
  | { kind: 'row_count'; changed: number }
  /** It changed another number of rows and could not be rolled back. */
  | { kind: 'not_undone'; changed: number }

export type Inspection = {
  /** `PostgreSQL 16.3` */
  server: string
  user: string
  /** Permissions that no connector needs. */
  excess: readonly string[]
  /** Tables that this user can write to. */
  writable: readonly string[]
}

export type TableWithoutUndo = { table: string; engine: string }

export type Driver = {
  readonly engine: Engine
  /** Runs a statement that cannot write, within its timeout. */
  read(statement: BoundStatement, caps: Caps, sink: RowSink): Promise<{ truncated: boolean }>
  write(statement: BoundStatement, rules: WriteRules): Promise<WriteEnd>
  /** Plans a statement without running it. Returns the names of its columns. */
  explain(statement: BoundStatement, kind: 'read' | 'write'): Promise<readonly string[]>
  /** Tables of a write that cannot be rolled back. Absent for engines where every table has transactions. */
  tablesWithoutUndo?(text: string, ledger?: string): Promise<readonly TableWithoutUndo[]>
  inspect(): Promise<Inspection>
  /** Throws when the database does not respond. */
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

/** `no_undo`: not run, because a wrong number of rows could not be rolled back. */
export type DriverFault = 'timeout' | 'too_large' | 'unreachable' | 'refused' | 'no_undo'

/** Never contains the message of the database, which may contain values. */
export class DriverFailure extends Error {
  override readonly name = 'DriverFailure'
  readonly fault: DriverFault
  readonly databaseCode: string | undefined
  /** Of a write: the result of the commit is unknown. */
  readonly isUncertain: boolean
  constructor(fault: DriverFault, databaseCode?: string, isUncertain = false) {
    super(databaseCode === undefined ? fault : `${fault} (${databaseCode})`)
    this.fault = fault
    this.databaseCode = databaseCode
    this.isUncertain = isUncertain
  }
}
