// A task was completed for an earlier version of its source row. If the row has changed, it is not overwritten: a user
// compares both and decides.
import { isFinal, type SyncError, type Task } from '@task-service/contract'
import type { RemoteTask } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import {
  type ConflictRow,
  describeConflict,
  findLastUpdate,
  insertConflict,
  insertSteps,
  type LinkRow,
  listOpenConflicts,
  resolveConflicts,
  SOURCE_ROW,
  sourceRow,
  takeDecision,
  updateLink,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import {
  type Agreed,
  isSame,
  ruleOf,
  type Shadow,
  toLocal,
  toRemote,
  type Values,
} from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { isSameChange, planWriteBack } from '#domains/sync/write-back/index.ts'
import { changeLocked } from '#domains/tasks/index.ts'
import { emitEvents } from '#events/emit.ts'
import { actorText } from '#lib/actor.ts'
import { uuidv7 } from '#lib/uuid.ts'

type Read = {
  link: LinkRow
  task: Task
  remote: RemoteTask
  values: Values
  shadow: Shadow
  open: WriteBackRow[]
}

/** `isHeld`: the sync of this link waits for a decision. */
export type Guarded = { isHeld: boolean; task: Task; shadow: Shadow }

export async function guardSource(ctx: WorkContext, work: Work, read: Read): Promise<Guarded> {
  const { task, link, remote } = read
  if (!work.manifest.capabilities.fenced) return { isHeld: false, task, shadow: read.shadow }
  const { decision, shadow } = takeDecision(read.shadow)
  if (decision?.prefer === 'remote') {
    // With the row as it is now, whatever became of it since.
    const reopened = isFinal(task.status)
      ? await changeLocked(ctx, task, { status: 'ready' }, {})
      : task
    return { isHeld: false, task: reopened, shadow }
  }
  if (isDecided(decision, remote)) return { isHeld: false, task, shadow: preferService(shadow) }
  const wanted = findOutcome(work, read)
  const hasChanged = link.external_version !== null && link.external_version !== remote.version
  if (!wanted || !hasChanged) {
    await closeConflict(ctx, link, task)
    return { isHeld: false, task, shadow }
  }
  await keepWriteBack(ctx, read, wanted)
  await keepConflict(ctx, read)
  await updateLink(ctx.tx, { ...link, shadow, tries: 0, retry_at: null, updated_at: ctx.now })
  return { isHeld: true, task, shadow }
}

/** The decision was made for exactly this version of the row. */
function isDecided(decision: Agreed | undefined, { version }: RemoteTask): boolean {
  return decision?.prefer === 'service' && decision.remote === version
}

function preferService(shadow: Shadow): Shadow {
  const { status } = shadow
  return status ? { ...shadow, status: { ...status, prefer: 'service' } } : shadow
}

/** The outcome of the task as values of the vendor, if it is to be written. */
function findOutcome({ dictionary }: Work, { task, values, shadow }: Read): Values | undefined {
  const { status: there } = values
  if (there === undefined || !isFinal(task.status)) return undefined
  const { direction } = ruleOf(dictionary, 'status')
  const isKnown = isSame('status', task.status, shadow['status']?.local)
  if (isKnown || (direction !== 'both' && direction !== 'out')) return undefined
  if (isSame('status', toLocal(dictionary, 'status', there, task.status), task.status)) {
    return undefined
  }
  const wanted = toRemote(dictionary, 'status', task.status, there)
  return wanted === undefined || isSame('status', wanted, there) ? undefined : { status: wanted }
}

const changedError: SyncError = {
  kind: 'source_changed',
  message: 'The row has changed since the task was last synced. Nothing was written.',
  fix: 'Compare both versions on the task and resolve the conflict.',
}

async function keepWriteBack(ctx: WorkContext, read: Read, wanted: Values): Promise<void> {
  const { link, task, open } = read
  const updates = open.filter(({ kind }) => kind !== 'comment')
  const kept = updates.find((change) => isSameChange(change.wanted, wanted))
  for (const change of updates.filter((one) => one !== kept)) {
    await updateWriteBack(ctx.tx, { ...change, state: 'superseded', ended_at: ctx.now })
  }
  const last = kept ? undefined : await findLastUpdate(ctx.tx, link.id)
  if (last?.state === 'conflict' && isSameChange(last.wanted, wanted)) return
  const local = { status: task.status }
  const change = kept ?? (await planWriteBack(ctx, link, task, { kind: 'update', wanted, local }))
  const ended = { next_try_at: null, error: changedError, ended_at: ctx.now }
  await updateWriteBack(ctx.tx, { ...change, state: 'conflict', ...ended })
}

async function keepConflict(ctx: WorkContext, { link, task, remote }: Read): Promise<void> {
  const row: ConflictRow = {
    id: uuidv7(),
    integration_id: link.integration_id,
    link_id: link.id,
    task_id: link.task_id,
    field: SOURCE_ROW,
    base: sourceRow(link.external_version, link.context),
    service_value: { status: task.status, result: task.result ?? null },
    remote_value: sourceRow(remote.version, remote.context ?? null),
    policy: 'manual',
    state: 'open',
    resolution: null,
    resolved_by: null,
    resolved_at: null,
    created_at: ctx.now,
  }
  if (!(await insertConflict(ctx.tx, row))) return
  await insertSteps(ctx.tx, link.id, [
    {
      at: ctx.now,
      direction: 'note',
      cause: 'source changed',
      external_version: remote.version,
      task_version: task.version,
    },
  ])
  await emitEvents(ctx, [
    { type: 'task.source_changed', subjectId: link.task_id, data: describeConflict(row) },
  ])
}

/** The row is as it was again, or the task was opened again: there is nothing left to decide. */
async function closeConflict(ctx: WorkContext, link: LinkRow, task: Task): Promise<void> {
  const open = await listOpenConflicts(ctx.tx, link.id)
  const ids = open.filter(({ field }) => field === SOURCE_ROW).map(({ id }) => id)
  if (ids.length === 0) return
  const resolution = isFinal(task.status) ? 'service' : 'remote'
  await resolveConflicts(ctx.tx, ids, { resolution, actor: actorText(ctx.actor), at: ctx.now })
}
