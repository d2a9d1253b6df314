// The tasks that a new or changed task names in `blocked_by`: locked, and checked to exist.
import type { Task } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { decodeId } from '#lib/ids.ts'
import { unknownBlocker } from '../errors.ts'
import { lockBlockers } from '../store.ts'

/** Whether each task that exists is still open, by its row ID. */
export type Blockers = ReadonlyMap<string, boolean>

type Blocked = Pick<Task, 'blocked_by'>

/** Sends nothing if no task names another. */
export async function holdBlockers(tx: Tx, tasks: readonly Blocked[]): Promise<Blockers> {
  const ids = new Set(tasks.flatMap(({ blocked_by: blockers }) => blockers ?? []).map(uuidOf))
  if (ids.size === 0) return new Map()
  const found = await lockBlockers(tx, [...ids])
  return new Map(found.map(({ id, isOpen }) => [id, isOpen]))
}

/** Row IDs of the tasks that block this one now. A task of `known` may have been deleted. */
export function openBlockers(
  blockers: Blockers,
  { blocked_by: ids = [] }: Blocked,
  known: readonly string[] = [],
): string[] {
  return ids.flatMap((id) => {
    const uuid = uuidOf(id)
    const isOpen = blockers.get(uuid)
    if (isOpen === undefined && !known.includes(id)) throw unknownBlocker(id)
    return isOpen ? [uuid] : []
  })
}

function uuidOf(taskId: string): string {
  const uuid = decodeId('task', taskId)
  if (uuid === undefined) throw unknownBlocker(taskId)
  return uuid
}
