// Plans changes to the vendor and stores them before they are sent: no change is lost, and none is planned twice.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import {
  findLastUpdate,
  insertWriteBack,
  type LinkRow,
  listOpenWriteBacks,
  listUnsentComments,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import { isSame, type Merged, type Values } from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { taskUuid } from '#domains/tasks/index.ts'
import { actorText } from '#lib/actor.ts'
import { uuidv7 } from '#lib/uuid.ts'

type Draft = Pick<WriteBackRow, 'kind' | 'wanted' | 'local'> & { comment_id?: string }

export async function planWriteBack(
  ctx: WorkContext,
  link: LinkRow,
  task: Task,
  draft: Draft,
): Promise<WriteBackRow> {
  const row: WriteBackRow = {
    comment_id: null,
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

/** At most one: what is wanted now takes the place of what was wanted before. */
export async function planUpdate(
  ctx: WorkContext,
  about: { link: LinkRow; task: Task; merged: Merged; open: WriteBackRow[] },
): Promise<WriteBackRow[]> {
  const { link, task, merged, open } = about
  const kept = open.find((change) => isSameChange(change.wanted, merged.send))
  for (const change of open.filter((one) => one !== kept)) {
    await updateWriteBack(ctx.tx, { ...change, state: 'superseded', ended_at: ctx.now })
  }
  if (kept) return [kept]
  if (Object.keys(merged.send).length === 0) return []
  const last = await findLastUpdate(ctx.tx, link.id)
  // The vendor rejected it permanently; a retry needs another change or a request.
  if (last?.state === 'failed' && isSameChange(last.wanted, merged.send)) return []
  return [
    await planWriteBack(ctx, link, task, {
      kind: 'update',
      wanted: merged.send,
      local: merged.sendLocal,
    }),
  ]
}

export async function planComments(
  ctx: WorkContext,
  { dictionary }: Work,
  link: LinkRow,
  task: Task,
): Promise<WriteBackRow[]> {
  const { comments } = dictionary.mapping
  if (comments === 'both' || comments === 'out') {
    for (const comment of await listUnsentComments(ctx.tx, link, actorText(ctx.actor))) {
      const draft = { kind: 'comment' as const, wanted: { body: comment.body }, local: {} }
      await planWriteBack(ctx, link, task, { ...draft, comment_id: comment.id })
    }
  }
  const open = await listOpenWriteBacks(ctx.tx, link.id)
  return open.filter(({ kind }) => kind === 'comment')
}

/** Of a planned comment. */
export function bodyOf(wanted: WriteBackRow['wanted']): string {
  return typeof wanted['body'] === 'string' ? wanted['body'] : ''
}
