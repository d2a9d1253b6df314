// Answers for agents: each is handed out to every attempt at the task until one acknowledges it.
import type { Answer } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import { decodeId } from '#lib/ids.ts'
import { toAnswer } from '../question-document.ts'
import { listUnacknowledged, updateAcknowledged } from '../store.ts'

export async function listAnswers(tx: Tx, taskId: string): Promise<Answer[]> {
  return (await listUnacknowledged(tx, [taskId])).map(toAnswer)
}

/** By task. */
export async function listAnswersOf(
  tx: Tx,
  taskIds: readonly string[],
): Promise<Map<string, Answer[]>> {
  const rows = await listUnacknowledged(tx, taskIds)
  const byTask = Map.groupBy(rows, ({ task_id: id }) => id)
  return new Map([...byTask].map(([id, answered]) => [id, answered.map(toAnswer)]))
}

/** IDs as agents send them; those of other tasks and of open questions are ignored. */
export async function acknowledgeAnswers(
  tx: Tx,
  taskId: string,
  questionIds: readonly string[],
): Promise<void> {
  const ids = questionIds.flatMap((id) => decodeId('question', id) ?? [])
  if (ids.length > 0) await updateAcknowledged(tx, taskId, ids)
}
