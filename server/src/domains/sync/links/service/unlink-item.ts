// The end of a link: one of its sides is gone.
import { isFinal } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { statusSteps } from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { changeLocked, findTaskForChange } from '#domains/tasks/index.ts'
import { insertSteps } from '../store/history.ts'
import { type LinkRow, listLinksByExternal, updateLink } from '../store/links.ts'
import { listOpenWriteBacks, updateWriteBack } from '../store/write-backs.ts'

export async function endLink(ctx: WorkContext, link: LinkRow, why: string): Promise<void> {
  const gone: LinkRow = { ...link, state: 'gone', state_reason: why, retry_at: null }
  await updateLink(ctx.tx, { ...gone, updated_at: ctx.now })
  for (const change of await listOpenWriteBacks(ctx.tx, link.id)) {
    await updateWriteBack(ctx.tx, { ...change, state: 'superseded', ended_at: ctx.now })
  }
  const step = { at: ctx.now, direction: 'note' as const, cause: 'gone', detail: { why } }
  await insertSteps(ctx.tx, link.id, [step])
}

/** The item was deleted in the external system. The mapping decides what happens to the task; a final one stays as it is. */
export async function unlinkItem(
  ctx: WorkContext,
  work: Work,
  link: LinkRow,
  why: string,
): Promise<void> {
  const task = await findTaskForChange(ctx, link.task_id)
  await endLink(ctx, link, why)
  if (!task || isFinal(task.status) || work.dictionary.mapping.deletes === 'ignore') return
  let next = task
  for (const status of statusSteps(task.status, 'canceled')) {
    next = await changeLocked(ctx, next, { status }, {})
  }
}

/** How many of them there were. */
export async function unlinkItems(
  ctx: WorkContext,
  work: Work,
  externalIds: readonly string[],
): Promise<number> {
  const links = await listLinksByExternal(ctx.tx, work.integration.id, externalIds)
  const left = links.filter(({ state }) => state !== 'gone')
  for (const link of left) await unlinkItem(ctx, work, link, 'the external item was deleted')
  return left.length
}
