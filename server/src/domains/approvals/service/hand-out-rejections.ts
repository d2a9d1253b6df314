// Rejections for agents: each is handed out to every attempt at the task until one acknowledges it.
import type { Rejection } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { decodeId } from '#lib/ids.ts'
import { toRejection } from '../approval-document.ts'
import { listUnacknowledged, updateAcknowledged } from '../store.ts'

export async function listRejections(tx: Tx, taskId: string): Promise<Rejection[]> {
  return (await listUnacknowledged(tx, [taskId])).map(toRejection)
}

/** By task. */
export async function listRejectionsOf(
  tx: Tx,
  taskIds: readonly string[],
): Promise<Map<string, Rejection[]>> {
  const rows = await listUnacknowledged(tx, taskIds)
  const byTask = Map.groupBy(rows, ({ task_id: id }) => id)
  return new Map([...byTask].map(([id, rejected]) => [id, rejected.map(toRejection)]))
}

/** IDs as agents send them; those of other tasks and of questions are ignored. */
export async function acknowledgeRejections(
  tx: Tx,
  taskId: string,
  sent: readonly string[],
): Promise<void> {
  const ids = sent.flatMap((id) => decodeId('approval', id) ?? [])
  if (ids.length > 0) await updateAcknowledged(tx, taskId, ids)
}
