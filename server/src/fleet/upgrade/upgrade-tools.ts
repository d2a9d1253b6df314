// What an upgrade needs from outside: how a cell is migrated, how its processes are replaced, and how it is checked.
import type { Cell } from '#fleet/directory/cells.ts'
import type { UpgradeGoal } from '#fleet/directory/upgrades.ts'

/** What `/readyz` of a process says. */
export type ProcessState = {
  isReady: boolean
  /** Null before version 0.2.0, or without a response. */
  version: string | null
  level: number | null
  /** Why it is not ready. */
  fault: string | null
}

/** The schema of a cell, before its migration. */
export type SchemaPlan = {
  level: number
  /** Names of migrations. */
  pending: readonly string[]
  /** Whether processes keep serving on the new schema; null if the migrations do not say. */
  keepsServing: boolean | null
}

/** Each throws CellFailed with the fix. */
export type UpgradeTools = {
  /** Null if `replace` migrates, too. */
  schema: {
    plan: (cell: Cell) => Promise<SchemaPlan>
    migrate: (cell: Cell) => Promise<void>
    /** As `doctor`. */
    examine: (cell: Cell) => Promise<void>
  } | null
  /** Null if something else replaces the processes. */
  replace: ((cell: Cell, goal: UpgradeGoal) => Promise<void>) | null
  /** The operator's own check after the soak time. */
  check: ((cell: Cell, goal: UpgradeGoal) => Promise<void>) | null
  probe: (address: string) => Promise<ProcessState>
  note: (line: string) => void
}

/** The upgrade stops at this cell. */
export class CellFailed extends Error {
  override readonly name = 'CellFailed'
}
