// A change of the policy: what waits for an approval is decided about again.
import type { WorkContext } from '#db/context.ts'
import { insertSignals } from '#domains/sync/signals/index.ts'
import { listAwaitedTasks } from '../store.ts'

export async function recheckHeld({ tx }: Pick<WorkContext, 'tx'>, integrationId: string) {
  const taskIds = await listAwaitedTasks(tx, integrationId)
  const signals = taskIds.map((id) => ({ kind: 'task' as const, task_id: id }))
  await insertSignals(tx, integrationId, signals)
}
