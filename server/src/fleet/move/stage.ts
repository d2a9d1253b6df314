// What every step of a move works with: the connections to both cells, and how it tells the operator what it does.
import type { CellClient, CellConnection } from '#db/move/cell-connection.ts'
import type { MoveTable } from '#db/move/move-tables.ts'
import type { TakeOver } from '#db/move/take-over.ts'
import type { Move } from '#fleet/directory/moves.ts'
import type { Directory } from '#fleet/directory/open-directory.ts'

export type MoveProgress = {
  what: 'copied' | 'deleted'
  table: string
  done: number
  total: number
}

export type CellPlace = { url: string; rolePrefix: string }

export type MoveOptions = {
  directory: Directory
  /** As superusers. */
  source: CellPlace
  target: CellPlace
  /** The source as the server of the target reaches it. */
  replicationUrl: string
  rewrap: TakeOver['rewrap']
  /** Deletes all rows of a tenant that is not usable; returns how many. */
  remove: (cell: CellPlace, client: CellClient, tenantId: string) => Promise<number>
  /** Sends the new map to the proxies; false if others do that. */
  push: () => Promise<boolean>
  note: (line: string) => void
  onProgress: (progress: MoveProgress) => void
}

export type Stage = MoveOptions & {
  from: CellConnection
  to: CellConnection
  /** They hold the snapshots that are compared. */
  comparing: { source: CellClient; target: CellClient }
  tables: readonly MoveTable[]
}

export type MoveStage = Stage & { move: Move }

/** What prevents a move from continuing, and what the operator can do. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused'
}
