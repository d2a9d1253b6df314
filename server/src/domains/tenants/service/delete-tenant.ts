// Deletes everything a tenant has, in bounded transactions; whatever is left when it is killed, the next run deletes.
import type { Reader } from '#db/reader.ts'
import type { Tx } from '#db/tenant-tx.ts'
import {
  countRows,
  deleteFiles,
  deleteSomeRows,
  deleteTasks,
  deleteTenantRow,
  listBucketFiles,
  listLastTasks,
  OWNED_TABLES,
  type OwnedTable,
  purgeHistory,
  unlinkChildren,
} from '../store.ts'

export type Deletion = {
  tenantId: string
  inTenant: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** History is append-only for everybody else. */
  owner: Reader
  /** Deletes the content of a file that is in the bucket. */
  removeFile: (id: string) => Promise<void>
  /** Rows per transaction. */
  stepSize: number
}

export type DeletionProgress = {
  /** `history` stands for events and audit entries. */
  table: OwnedTable | 'history'
  /** Deleted from this table, by this run. */
  deleted: number
  /** What the table held when this run came to it; counted up to COUNT_LIMIT. */
  estimate: number
  /** Deleted from all tables, by this run. */
  total: number
}

/** Counting more would take longer than a statement may. */
export const COUNT_LIMIT = 2_000_000

type Step = () => Promise<{ rows: number; isDone: boolean }>

/**
 * Yields after each transaction. The tenant must be marked as deleting: only then may its history go. Passes are
 * repeated until one finds nothing, so that a row that arrived late in a table that was done does not stay.
 */
export async function* deleteTenant(deletion: Deletion): AsyncGenerator<DeletionProgress> {
  let total = 0
  for (let found = -1; found !== 0; ) {
    found = 0
    for (const table of [...OWNED_TABLES, 'history'] as const) {
      const estimate = await estimateRows(deletion, table)
      if (estimate === 0) continue
      const step = openStep(deletion, table)
      for (let deleted = 0, isDone = false; !isDone; ) {
        const outcome = await step()
        isDone = outcome.isDone
        deleted += outcome.rows
        total += outcome.rows
        found++
        yield { table, deleted, estimate, total }
      }
    }
  }
  await deletion.inTenant(deleteTenantRow)
}

async function estimateRows(
  { inTenant }: Deletion,
  table: DeletionProgress['table'],
): Promise<number> {
  return inTenant(async (tx) => {
    if (table !== 'history') return countRows(tx, table, COUNT_LIMIT)
    const events = await countRows(tx, 'events', COUNT_LIMIT)
    return events + (await countRows(tx, 'audit_entries', COUNT_LIMIT))
  })
}

function openStep(deletion: Deletion, table: DeletionProgress['table']): Step {
  const { tenantId, inTenant, owner, stepSize } = deletion
  if (table === 'tasks') return openTaskStep(deletion)
  if (table === 'attachments') return openFileStep(deletion)
  return async () => {
    const rows =
      table === 'history'
        ? await purgeHistory(owner, tenantId, stepSize)
        : await inTenant((tx) => deleteSomeRows(tx, table, stepSize))
    return { rows, isDone: rows === 0 }
  }
}

/** Objects at the same time. */
const FILES_PER_STEP = 50

/** The content of a file in the bucket goes before its row: a deletion that is interrupted still knows of it. */
function openFileStep({ inTenant, stepSize, removeFile }: Deletion): Step {
  return async () => {
    const files = await inTenant((tx) => listBucketFiles(tx, FILES_PER_STEP))
    await Promise.all(files.map(removeFile))
    const rows = await inTenant((tx) =>
      files.length > 0 ? deleteFiles(tx, files) : deleteSomeRows(tx, 'attachments', stepSize),
    )
    return { rows, isDone: rows === 0 }
  }
}

/**
 * A task cannot go while another names it as its parent. Tasks go from the last id to the first; those further down
 * whose parent is in the batch lose it before the batch is deleted, also in steps, because a parent may have a million.
 */
function openTaskStep({ inTenant, stepSize }: Deletion): Step {
  let before: string | null = null
  return () =>
    inTenant(async (tx) => {
      const ids = await listLastTasks(tx, before, stepSize)
      const [last] = ids
      const first = ids.at(-1)
      if (first === undefined || last === undefined) return { rows: 0, isDone: true }
      const unlinked = await unlinkChildren(tx, { first, last }, stepSize)
      if (unlinked === stepSize) return { rows: 0, isDone: false }
      const rows = await deleteTasks(tx, ids)
      before = first
      return { rows, isDone: false }
    })
}
