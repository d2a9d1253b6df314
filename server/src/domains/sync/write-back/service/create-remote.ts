// Creates the remote item of a task, once: the link exists before the item, and its id is the item's marker.
import { Failure, type RemoteTask } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { confirmEffect } from '#domains/approvals/index.ts'
import { decideEffects, fieldsFromMerge } from '#domains/sync/effects/index.ts'
import {
  endLink,
  findLinkRow,
  insertSteps,
  type LinkRow,
  listAwaiting,
  listOpenWriteBacks,
  updateLink,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import {
  localValues,
  remoteFields,
  remoteValues,
  type Shadow,
  wantedValues,
} from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { encodeId } from '#lib/ids.ts'
import { approvedBy, planWriteBack, supersede } from './plan.ts'
import { countTry, keepRetryTime, noteFailed } from './push.ts'

/** Clocks differ; a mark is looked for among items made since a little before we began. */
const CLOCK_MS = 600_000

/** True when the item exists now. */
export async function createRemote(work: Work, linkId: string): Promise<boolean> {
  const planned = await work.inLease((ctx) => planCreate(ctx, work, linkId))
  if (!planned) return false
  const isRepeated = planned.tries > 0
  const tried = await countTry(work, planned)
  if (!tried) return false
  try {
    const made = (isRepeated && (await findMade(work, planned))) || (await make(work, planned))
    await work.inLease((ctx) => adoptItem(ctx, work, linkId, made))
    return true
  } catch (error) {
    await noteFailed(work, tried, error)
    return false
  }
}

async function planCreate(
  ctx: WorkContext,
  work: Work,
  linkId: string,
): Promise<WriteBackRow | undefined> {
  const seen = await findLinkRow(ctx.tx, linkId)
  const task = seen && (await findTaskForChange(ctx, seen.task_id))
  const link = await findLinkRow(ctx.tx, linkId, { lock: true })
  if (link?.state !== 'planned') return undefined
  if (!task) {
    await endLink(ctx, link, 'the task was deleted')
    return undefined
  }
  const wanted = wantedValues(work.dictionary, task)
  const open = await listOpenWriteBacks(ctx.tx, linkId)
  const { item } = await decideEffects(ctx, work, {
    link,
    task,
    kind: 'create',
    fields: fieldsFromMerge(wanted, {}),
    comments: [],
    open,
    isAwaited: (await listAwaiting(ctx.tx, linkId)).length > 0,
  })
  if (!item.maySend) {
    // An event of the task or a decision about its effects leads here again.
    await supersede(
      ctx,
      open.filter(({ tries }) => tries === 0),
    )
    await updateLink(ctx.tx, { ...link, retry_at: null })
    return undefined
  }
  const [begun] = open
  // One that was planned before an approval was needed is not what was approved.
  if (begun && (item.approvalId === null || begun.approval_id === item.approvalId)) {
    if (begun.next_try_at === null || begun.next_try_at <= ctx.now) return begun
    await keepRetryTime(ctx, linkId)
    return undefined
  }
  await supersede(ctx, open)
  const local = localValues(work.dictionary, task)
  const draft = { kind: 'create' as const, wanted, local, ...approvedBy(item) }
  const planned = await planWriteBack(ctx, link, task, draft)
  if (!begun) return planned
  // The item may exist already: the next try looks for it first.
  const again = { ...planned, tries: begun.tries }
  await updateWriteBack(ctx.tx, again)
  return again
}

/** It may have been made by a try that we know nothing of. */
async function findMade(work: Work, change: WriteBackRow): Promise<RemoteTask | null> {
  const { idempotentCreate } = work.manifest.capabilities
  if (idempotentCreate === 'clientId' || idempotentCreate === 'upsert') return null
  if (idempotentCreate === 'none') {
    const detail = `The item may already exist in ${work.manifest.displayName}, which cannot be checked.`
    throw new Failure('invalid', detail, {
      fix: 'Look for the item. If it does not exist, delete the link and create the item again.',
    })
  }
  const since = new Date(change.planned_at.getTime() - CLOCK_MS)
  return work.session.findByMarker(encodeId('link', change.link_id), since, work.signal)
}

async function make(work: Work, change: WriteBackRow): Promise<RemoteTask> {
  const result = await work.session.push(
    { kind: 'create', fields: remoteFields(change.wanted) },
    { marker: encodeId('link', change.link_id) },
    work.signal,
  )
  if (!result.ok)
    throw new Failure('protocol', `${work.manifest.displayName} did not create the item.`)
  const made = await work.session.fetchOne(result.ref, work.signal)
  if ('gone' in made)
    throw new Failure(
      'transient',
      `${work.manifest.displayName} created the item but does not return it: ${made.why}`,
    )
  return made
}

/** Links the task with the created item. The item is new, so no one else can have changed it. */
export async function adoptItem(
  ctx: WorkContext,
  work: Work,
  linkId: string,
  remote: RemoteTask,
): Promise<LinkRow | undefined> {
  const link = await findLinkRow(ctx.tx, linkId, { lock: true })
  if (link?.state !== 'planned') return link
  const [change] = await listOpenWriteBacks(ctx.tx, linkId)
  const local = change?.local ?? {}
  const shadow: Shadow = {}
  for (const [field, value] of Object.entries(remoteValues(work.dictionary, remote.fields))) {
    shadow[field] = { remote: value, local: local[field] ?? null }
  }
  const active: LinkRow = {
    ...link,
    state: 'active',
    external_id: remote.ref.id,
    external_made_at: new Date(remote.ref.createdAt ?? remote.createdAt),
    external_key: remote.key,
    url: remote.url || null,
    external_version: null,
    external_updated_at: null,
    shadow,
    retry_at: null,
    updated_at: ctx.now,
  }
  await updateLink(ctx.tx, active)
  if (change) {
    const done = { state: 'confirmed' as const, next_try_at: null, error: null, ended_at: ctx.now }
    await updateWriteBack(ctx.tx, { ...change, ...done, sent_at: change.sent_at ?? ctx.now })
    await confirmEffect(ctx, change.approval_id, {
      link_id: encodeId('link', linkId),
      kind: 'create',
      external_version: remote.version,
      external_comment_id: null,
    })
  }
  const step = { at: ctx.now, direction: 'note' as const, cause: 'item created' }
  await insertSteps(ctx.tx, linkId, [{ ...step, external_version: remote.version }])
  return active
}
