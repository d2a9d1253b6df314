// Keeps the events of a task in the log in the order in which they happened. The log is ordered by the numbers of
// transactions, and a transaction has its number from the first row it locks: at the next one it may find a change that
// came before its own and is numbered behind it. Such a transaction begins again, with a new number.
import type { WorkContext } from '#db/context.ts'
import { LostRace } from '#lib/database-failure.ts'
import { hasLaterEvents, lockTasks, type TaskSize } from '../store.ts'
import { taskKey } from './get-task.ts'

/** Longer than any transaction lasts; finds the partition. */
const DAY_MS = 86_400_000

/** For a transaction that is about to change several tasks, before it changes any. */
export async function lockInOrder(
  ctx: WorkContext,
  references: readonly string[],
): Promise<TaskSize[]> {
  const keys = references.map(taskKey)
  const locked = await lockTasks(ctx.tx, {
    ids: keys.flatMap((key) => ('id' in key ? [key.id] : [])),
    numbers: keys.flatMap((key) => ('number' in key ? [key.number] : [])),
  })
  await refuseOvertaken(
    ctx,
    locked.map(({ id }) => id),
  )
  return locked
}

/** `taskIds` were locked when this transaction had a number already. */
export async function refuseOvertaken(ctx: WorkContext, taskIds: readonly string[]): Promise<void> {
  const since = new Date(ctx.now.getTime() - DAY_MS)
  if (await hasLaterEvents(ctx.tx, taskIds, since))
    throw new LostRace('overtaken by another change')
}
