// What people decide: whose value holds where both sides changed one, and that a change is to be tried again.
import type { Conflict, WriteBack } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { insertSignals } from '#domains/sync/signals/index.ts'
import { actorText } from '#lib/actor.ts'
import { decodeId } from '#lib/ids.ts'
import { decisionAbout, SOURCE_ROW } from '../source-row.ts'
import { findConflict, resolveConflicts } from '../store/conflicts.ts'
import { findLink, updateLink } from '../store/links.ts'
import { findWriteBack, updateWriteBack, type WriteBackRow } from '../store/write-backs.ts'
import { describeConflict, describeWriteBack } from './describe-link.ts'

/** `resolved`: another request resolved it, or both sides agree. */
export async function resolveConflict(
  ctx: WorkContext,
  id: string,
  use: 'service' | 'remote',
): Promise<Conflict | 'resolved' | undefined> {
  const found = await findConflict(ctx.tx, decodeId('conflict', id) ?? '')
  if (!found) return undefined
  // In the order in which the engine locks them.
  const link = await findLink(ctx.tx, found.link_id, { lock: true })
  const row = await findConflict(ctx.tx, found.id, { lock: true })
  if (!row || !link) return undefined
  if (row.state === 'resolved') return 'resolved'
  const by = { resolution: use, actor: actorText(ctx.actor), at: ctx.now }
  await resolveConflicts(ctx.tx, [row.id], by)
  const agreed = link.shadow[row.field] ?? { remote: null, local: null }
  const decided =
    row.field === SOURCE_ROW ? decisionAbout(row.remote_value, use) : { ...agreed, prefer: use }
  const shadow = { ...link.shadow, [row.field]: decided }
  await updateLink(ctx.tx, { ...link, shadow, updated_at: ctx.now })
  await insertSignals(ctx.tx, row.integration_id, [{ kind: 'task', task_id: row.task_id }])
  await recordAudit(ctx, [{ action: 'conflict.resolved', subjectId: row.id }])
  const { actor, at, resolution } = by
  return describeConflict({
    ...row,
    state: 'resolved',
    resolution,
    resolved_by: actor,
    resolved_at: at,
  })
}

/** `not_failed`: it is on its way, or has arrived. */
export async function retryWriteBack(
  ctx: WorkContext,
  id: string,
): Promise<WriteBack | 'not_failed' | undefined> {
  const row = await findWriteBack(ctx.tx, decodeId('write_back', id) ?? '', { lock: true })
  if (!row) return undefined
  if (row.state !== 'failed') return 'not_failed'
  const again: WriteBackRow = {
    ...row,
    state: 'planned',
    next_try_at: ctx.now,
    error: null,
    ended_at: null,
  }
  await updateWriteBack(ctx.tx, again)
  await insertSignals(ctx.tx, row.integration_id, [{ kind: 'task', task_id: row.task_id }])
  await recordAudit(ctx, [{ action: 'write_back.retried', subjectId: row.id }])
  return describeWriteBack(again)
}
