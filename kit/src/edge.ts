// Statements that a connector runs next to a customer's database: an integration names one and passes values, the connector
// does the rest. This module never contains SQL.
import type { Json } from './remote-task.ts'

export type EdgeRequest = {
  /** Id of a connector that people entered in the configuration; no other is asked. */
  connector: string
  database: string
  statement: string
  params: Record<string, Json>
  /** Idempotency key of a write, the same for every attempt: a repeated key returns the first result. */
  key?: string
  timeoutMs?: number
}

export type EdgeRows = {
  columns: string[]
  /** In the order of `columns`. Numbers that are not safe as such, times and bytes are texts. */
  rows: Json[][]
  /** There was more than the connector lets out, or more than the service hands out at once. */
  truncated: boolean
  /** Where the service cut the rows off: a list without pages is not complete. The caps of a policy are not in here. */
  cutAt?: { rows: number; bytes: number }
  /** Rows that a write changed. */
  changed: number
  /** Of a write with a fence: the row was no longer in the version that was given, and nothing was written. */
  sourceChanged: boolean
}

/** A statement as its connector announced it. */
export type EdgeStatement = {
  database: string
  name: string
  kind: 'read' | 'write'
  params: { name: string; type: string; required: boolean }[]
  columns: string[]
  maxRows: number
  /** Of a write: the parameter that has the version of the row. */
  fence?: string
}

/**
 * What goes wrong is thrown as a `Failure`: `unreachable` when the connector or its database is silent, `not_found` when
 * it knows no such statement, `invalid` when it refuses, `transient` when another try may help, with `maybeDone` where a
 * write may have happened.
 */
export type EdgeClient = {
  run: (request: EdgeRequest) => Promise<EdgeRows>
  /** What may be asked of a connector. */
  statements: (connector: string) => Promise<EdgeStatement[]>
}
