// A change of the policy or of an agent: what waits for an approval is decided about again.
import type { WorkContext } from '#db/context.ts'
import { insertSignals } from '#domains/sync/signals/index.ts'
import { listAwaitedOf, listAwaitedTasks } from '../store.ts'

type Inside = Pick<WorkContext, 'tx'>

export async function recheckHeld(ctx: Inside, integrationId: string): Promise<void> {
  await signalTasks(ctx, integrationId, await listAwaitedTasks(ctx.tx, integrationId))
}

/** Flags of the agent are part of the policy for each of its effects. */
export async function recheckAgent(ctx: Inside, agent: string): Promise<void> {
  for (const { integration_id: id, task_ids: taskIds } of await listAwaitedOf(ctx.tx, agent)) {
    await signalTasks(ctx, id, taskIds)
  }
}

function signalTasks({ tx }: Inside, integrationId: string, taskIds: readonly string[]) {
  const signals = taskIds.map((id) => ({ kind: 'task' as const, task_id: id }))
  return insertSignals(tx, integrationId, signals)
}
