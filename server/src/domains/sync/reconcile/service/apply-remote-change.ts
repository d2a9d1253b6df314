// Applies what was read of an item: confirms what we wrote, merges both sides, and plans what is to be written. One
// transaction; whether a pull, a message or our own change led here makes no difference.
import { isFinal, type Task } from '@task-service/contract'
import type { RemoteTask } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { findGate } from '#domains/sync/effects/index.ts'
import {
  endLink,
  findLinkRow,
  hasOpenWriteBacks,
  insertSteps,
  type LinkRow,
  listOpenWriteBacks,
  updateLink,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import {
  isSame,
  localValues,
  type Merged,
  merge,
  remoteValues,
  statusSteps,
  taskChange,
  toLocal,
  type Values,
} from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { confirmUpdates, planChanges } from '#domains/sync/write-back/index.ts'
import { changeLocked, findTaskForChange, settleTask, taskUuid } from '#domains/tasks/index.ts'
import { takeComments } from './comments.ts'
import { keepConflicts } from './conflicts.ts'
import { freezeIfFlapping } from './freeze.ts'
import { guardSource } from './source-changed.ts'

export type AppliedChange = {
  link: LinkRow
  task: Task
  changed: boolean
  /** What is to be sent now, oldest first. */
  due: WriteBackRow[]
}

/** Nothing when there is nothing to do: the link is gone or frozen, or the task is. */
export async function applyRemoteChange(
  ctx: WorkContext,
  work: Work,
  linkId: string,
  remote: RemoteTask,
  cause: string,
): Promise<AppliedChange | undefined> {
  const seen = await findLinkRow(ctx.tx, linkId)
  if (!seen) return undefined
  // The task first: everybody else who locks both does so too.
  const task = await findTaskForChange(ctx, seen.task_id)
  const link = await findLinkRow(ctx.tx, linkId, { lock: true })
  if (link?.state !== 'active') return undefined
  if (!task) {
    await endLink(ctx, link, 'the task was deleted')
    return undefined
  }
  const values = remoteValues(work.dictionary, remote.fields)
  const open = await listOpenWriteBacks(ctx.tx, link.id)
  const confirmed = await confirmUpdates(ctx, work, { link, open, remote, values })
  const isReviewed = await needsApproval(ctx, work, task)
  const guarded = isReviewed
    ? { isHeld: false, task, shadow: confirmed.shadow }
    : await guardSource(ctx, work, { link, task, remote, values, ...confirmed })
  if (guarded.isHeld) return { link, task, changed: false, due: [] }
  const merged = merge(work.dictionary, {
    shadow: guarded.shadow,
    remote: values,
    local: localValues(work.dictionary, guarded.task),
    remoteAt: Date.parse(remote.updatedAt),
    localAt: Date.parse(guarded.task.updated_at),
  })
  const changed = await applyTaken(ctx, work, guarded.task, merged.take)
  await keepConflicts(ctx, link, changed, merged)
  const next = await noteRead(ctx, { link, remote, merged, task: changed, cause })
  const frozen = await freezeIfFlapping(ctx, next, merged)
  if (frozen) return { link: frozen, task: changed, changed: changed !== task, due: [] }
  await takeComments(ctx, work, next, remote.comments ?? [])
  const planned = { link: next, task: changed, merged, open: confirmed.open }
  const due = await planChanges(ctx, work, planned)
  await updateLink(ctx.tx, { ...next, tries: 0, retry_at: nextTry(due, ctx.now) })
  await settleIfDone(ctx, work, changed, values)
  const now = due.filter((one) => isDue(one, ctx.now))
  return { link: next, task: changed, changed: changed !== task, due: now }
}

/**
 * An approval is given for one version of the row. If the row has changed, people get the new effects instead of a conflict
 * about the row, so that they do not have to decide twice.
 */
async function needsApproval(ctx: WorkContext, work: Work, task: Task): Promise<boolean> {
  if (!work.manifest.capabilities.fenced || !work.gatesAgents || !isFinal(task.status)) return false
  const { run } = await findGate(ctx, work.integration.id, task)
  return run?.policy === 'approve'
}

function isDue({ next_try_at: at }: WriteBackRow, now: Date): boolean {
  return at === null || at <= now
}

/** After a crash, the next worker finds the link by this time. */
function nextTry(open: readonly WriteBackRow[], now: Date): Date | null {
  const times = open.map(({ next_try_at: at }) => at ?? now)
  return times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
}

async function applyTaken(ctx: WorkContext, work: Work, task: Task, taken: Values): Promise<Task> {
  const { status, ...rest } = taken
  let next = task
  if (Object.keys(rest).length > 0) {
    next = await changeLocked(ctx, next, taskChange(work.dictionary, rest), {})
  }
  for (const step of statusSteps(next.status, status)) {
    next = await changeLocked(ctx, next, { status: step }, {})
  }
  return next
}

async function noteRead(
  ctx: WorkContext,
  read: { link: LinkRow; remote: RemoteTask; merged: Merged; task: Task; cause: string },
): Promise<LinkRow> {
  const { link, remote, merged, task, cause } = read
  const isNew = link.external_version !== remote.version
  const fields = Object.keys(merged.take)
  const facts = { external_version: remote.version, task_version: task.version }
  const actor = remote.actor?.name ?? null
  if (fields.length > 0) {
    const step = { at: ctx.now, direction: 'in' as const, cause, actor, fields, ...facts }
    await insertSteps(ctx.tx, link.id, [step])
  } else if (isNew && link.external_version !== null) {
    const step = { at: ctx.now, direction: 'echo' as const, cause, actor, ...facts }
    await insertSteps(ctx.tx, link.id, [step])
  }
  return {
    ...link,
    shadow: merged.shadow,
    external_version: remote.version,
    external_updated_at: new Date(remote.updatedAt),
    external_key: remote.key,
    url: remote.url || null,
    raw_description: remote.rawDescription?.replaceAll('\0', '') ?? null,
    context: remote.context ?? null,
    updated_at: ctx.now,
  }
}

/** The task is settled when the vendor has its outcome and no change is pending. */
async function settleIfDone(
  ctx: WorkContext,
  { dictionary }: Work,
  task: Task,
  values: Values,
): Promise<void> {
  if (!isFinal(task.status) || task.settled_at !== null || values['status'] === undefined) return
  const there = toLocal(dictionary, 'status', values['status'], task.status)
  if (!isSame('status', there, task.status)) return
  if (await hasOpenWriteBacks(ctx.tx, taskUuid(task.id))) return
  await settleTask(ctx, task)
}
