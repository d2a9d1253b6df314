// Changes that users make to links: create, remove, resume a frozen one.
import type { Link } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { insertSignals } from '#domains/sync/signals/index.ts'
import { getTaskUuid } from '#domains/tasks/index.ts'
import { actorText } from '#lib/actor.ts'
import { decodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { insertSteps } from '../store/history.ts'
import { findLink, findLinkOfTask, insertLink, type LinkRow, updateLink } from '../store/links.ts'
import { describeLink } from './describe-link.ts'

/** Why an item is not taken in again although it is there. */
export const UNLINKED = 'unlinked'

/** To be made there; the integration's holder does it. */
export function planLink(
  ctx: Pick<WorkContext, 'now'>,
  taskId: string,
  integrationId: string,
): LinkRow {
  return {
    id: uuidv7(ctx.now.getTime()),
    integration_id: integrationId,
    task_id: taskId,
    external_id: null,
    external_made_at: null,
    external_key: null,
    url: null,
    external_version: null,
    external_updated_at: null,
    shadow: {},
    raw_description: null,
    context: null,
    state: 'planned',
    state_reason: null,
    tries: 0,
    retry_at: ctx.now,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
}

/** `exists`: the task has a link with this integration already. The integration is known to exist. */
export async function createLink(
  ctx: WorkContext,
  taskReference: string,
  integrationId: string,
): Promise<Link | 'exists'> {
  const taskId = await getTaskUuid(ctx, taskReference)
  if (await findLinkOfTask(ctx.tx, taskId, integrationId)) return 'exists'
  const row = planLink(ctx, taskId, integrationId)
  await insertLink(ctx.tx, row)
  await insertSignals(ctx.tx, integrationId, [{ kind: 'new', task_id: taskId }])
  await recordAudit(ctx, [{ action: 'link.created', subjectId: row.id }])
  return describeLink(row)
}

/** The item at the vendor stays unchanged and is not imported again. False when there is no such link. */
export async function removeLink(ctx: WorkContext, id: string): Promise<boolean> {
  const row = await findLink(ctx.tx, decodeId('link', id) ?? '', { lock: true })
  if (!row || row.state === 'gone') return false
  const gone: LinkRow = { ...row, state: 'gone', state_reason: UNLINKED, retry_at: null }
  await updateLink(ctx.tx, { ...gone, updated_at: ctx.now })
  const actor = actorText(ctx.actor)
  await insertSteps(ctx.tx, row.id, [{ at: ctx.now, direction: 'note', cause: 'unlinked', actor }])
  await recordAudit(ctx, [{ action: 'link.removed', subjectId: row.id }])
  return true
}

/** A step with this cause restarts the count of flapping changes. */
export const RESUMED = 'resumed'

/** One that is not frozen stays as it is. */
export async function resumeLink(ctx: WorkContext, id: string): Promise<Link | undefined> {
  const row = await findLink(ctx.tx, decodeId('link', id) ?? '', { lock: true })
  if (row?.state !== 'frozen') return row && describeLink(row)
  const resumed: LinkRow = { ...row, state: 'active', state_reason: null, updated_at: ctx.now }
  await updateLink(ctx.tx, resumed)
  const actor = actorText(ctx.actor)
  await insertSteps(ctx.tx, row.id, [{ at: ctx.now, direction: 'note', cause: RESUMED, actor }])
  await insertSignals(ctx.tx, row.integration_id, [{ kind: 'task', task_id: row.task_id }])
  await recordAudit(ctx, [{ action: 'link.resumed', subjectId: row.id }])
  return describeLink(resumed)
}
