// Plans changes to the vendor and stores them before they are sent: no change is lost, and none is planned twice.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  decideEffects,
  fieldsFromMerge,
  pickComments,
  type Verdict,
} from '#domains/sync/effects/index.ts'
import {
  findLastUpdate,
  insertWriteBack,
  type LinkRow,
  listAwaiting,
  listOpenComments,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import { isSame, type Merged, type Values } from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { taskUuid } from '#domains/tasks/index.ts'
import { uuidv7 } from '#lib/uuid.ts'

type Draft = Pick<WriteBackRow, 'kind' | 'wanted' | 'local'> &
  Partial<Pick<WriteBackRow, 'comment_id' | 'approval_id'>>

export async function planWriteBack(
  ctx: WorkContext,
  link: LinkRow,
  task: Task,
  draft: Draft,
): Promise<WriteBackRow> {
  const row: WriteBackRow = {
    comment_id: null,
    approval_id: null,
    ...draft,
    id: uuidv7(),
    integration_id: link.integration_id,
    link_id: link.id,
    task_id: taskUuid(task.id),
    task_version: task.version,
    state: 'planned',
    tries: 0,
    next_try_at: null,
    skipped: [],
    error: null,
    planned_at: ctx.now,
    sent_at: null,
    ended_at: null,
  }
  await insertWriteBack(ctx.tx, row)
  return row
}

export function isSameChange(one: Values, other: Values): boolean {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((field) => isSame(field, one[field], other[field]))
  )
}

type Merge = { link: LinkRow; task: Task; merged: Merged; open: WriteBackRow[] }

/** What is to be sent of a link, as far as the policies for agents allow it: its update first, then comments, those of people first. */
export async function planChanges(
  ctx: WorkContext,
  work: Work,
  about: Merge,
): Promise<WriteBackRow[]> {
  const { link, task, merged, open } = about
  const comments = await listSendable(ctx, work, link)
  const decision = await decideEffects(ctx, work, {
    link,
    task,
    kind: 'update',
    fields: fieldsFromMerge(merged.send, merged.shadow),
    comments,
    open,
    isAwaited: (await listAwaiting(ctx.tx, link.id)).length > 0,
  })
  // Changes that were planned before the agent began stay as they are until its run ends.
  if (decision.isLive) return []
  const update = await planUpdate(ctx, about, decision.item)
  for (const comment of comments) {
    const verdict = decision.commentOf(comment.id)
    if (!verdict.maySend) continue
    const draft = { kind: 'comment' as const, wanted: { body: comment.body }, local: {} }
    const origin = { comment_id: comment.id, ...approvedBy(verdict) }
    await planWriteBack(ctx, link, task, { ...draft, ...origin })
  }
  return [...update, ...(await listOpenComments(ctx.tx, link.id))]
}

/** At most one: what is wanted now takes the place of what was wanted before. */
async function planUpdate(
  ctx: WorkContext,
  { link, task, merged, open }: Merge,
  verdict: Verdict,
): Promise<WriteBackRow[]> {
  const { maySend, approvalId } = verdict
  const isApproved = (change: WriteBackRow) =>
    approvalId === null || change.approval_id === approvalId
  const kept = maySend
    ? open.find((change) => isApproved(change) && isSameChange(change.wanted, merged.send))
    : undefined
  await supersede(
    ctx,
    open.filter((one) => one !== kept),
  )
  if (kept) return [kept]
  if (!maySend || Object.keys(merged.send).length === 0) return []
  const last = await findLastUpdate(ctx.tx, link.id)
  // The vendor rejected it permanently; a retry needs another change, a request or an approval.
  const isRefused = last?.state === 'failed' && isSameChange(last.wanted, merged.send)
  if (isRefused && approvalId === null) return []
  return [
    await planWriteBack(ctx, link, task, {
      kind: 'update',
      wanted: merged.send,
      local: merged.sendLocal,
      ...approvedBy(verdict),
    }),
  ]
}

export const approvedBy = ({ approvalId }: Verdict) => ({ approval_id: approvalId })

export async function supersede(ctx: WorkContext, changes: readonly WriteBackRow[]): Promise<void> {
  for (const change of changes) {
    await updateWriteBack(ctx.tx, { ...change, state: 'superseded', ended_at: ctx.now })
  }
}

async function listSendable(ctx: WorkContext, { dictionary, gatesAgents }: Work, link: LinkRow) {
  const { comments } = dictionary.mapping
  if (comments !== 'both' && comments !== 'out') return []
  return pickComments(ctx.tx, link, { gatesAgents })
}

/** Of a planned comment. */
export function bodyOf(wanted: WriteBackRow['wanted']): string {
  return typeof wanted['body'] === 'string' ? wanted['body'] : ''
}
