// Sends planned changes and records the result. Whether a change took effect is checked by reading the item back.
import type { Task } from '@task-service/contract'
import {
  type Change,
  Failure,
  type FinishedTask,
  isFailure,
  type Json,
  type RemoteTask,
} from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { verifyGrant } from '#domains/sync/effects/index.ts'
import {
  findLinkRow,
  type LinkRow,
  listOpenWriteBacks,
  unlinkItem,
  updateLink,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import { remoteFields } from '#domains/sync/merge/index.ts'
import { describeError, isAboutConnection, type Work } from '#domains/sync/work/index.ts'
import { encodeId } from '#lib/ids.ts'
import { bodyOf, supersede } from './plan.ts'

const MOST_TRIES = 8

/** `look`: read the item again, to see what is so. */
export type Pushed = 'look' | 'over'

export async function pushChange(
  work: Work,
  { link, task }: { link: LinkRow; task: Task },
  change: WriteBackRow,
  remote: RemoteTask,
): Promise<Pushed> {
  const tried = await countTry(work, change)
  if (!tried) return 'over'
  try {
    const result = await work.session.push(
      changeFor(change, remote),
      {
        marker: encodeId('write_back', change.id),
        expect: remote.version,
        ...(change.kind === 'update' && work.manifest.capabilities.edge && { current: remote }),
        // A comment is all that is written: the result is not part of what was approved with it.
        ...(change.kind === 'update' && { task: finishedTask(task) }),
      },
      work.signal,
    )
    if (!result.ok && result.reason === 'gone') {
      await work.inLease((ctx) => unlinkItem(ctx, work, link, result.why))
      return 'over'
    }
    if (!result.ok && result.current.version === remote.version) throw fenceFault()
    if (result.ok) {
      await work.inLease((ctx) => noteSent(ctx, work, tried, result))
    }
    return 'look'
  } catch (error) {
    await noteFailed(work, tried, error)
    return 'over'
  }
}

/** Asking again would bring the same answer, again and again. */
function fenceFault(): Failure {
  return new Failure(
    'invalid',
    'The write was rejected because the row has changed, but the row is unchanged.',
    {
      fix: 'Check that the write statement compares the same version column, in the same format, as the read statement returns.',
    },
  )
}

function finishedTask(task: Task): FinishedTask {
  const { id, number, title, status, assignee } = task
  const result = (task.result ?? null) as Json // stored from JSON
  return { id, number, title, status, result, assignee, completedAt: task.completed_at }
}

function changeFor(change: WriteBackRow, { ref }: RemoteTask): Change {
  return change.kind === 'comment'
    ? { kind: 'comment', ref, body: bodyOf(change.wanted) }
    : { kind: 'update', ref, fields: remoteFields(change.wanted) }
}

/**
 * Before it is sent: after a crash, the next worker has to know that it may have been. Nothing if it is not what was approved:
 * then it must not be sent.
 */
export async function countTry(
  work: Work,
  change: WriteBackRow,
): Promise<WriteBackRow | undefined> {
  return work.inLease(async (ctx) => {
    if (!(await verifyGrant(ctx, work, change))) {
      work.warn({ write_back: change.id }, 'a write-back is not what was approved; not sent')
      await supersede(ctx, [change])
      await keepRetryTime(ctx, change.link_id)
      return undefined
    }
    const tries = change.tries + 1
    const next = new Date(ctx.now.getTime() + work.retryMs(tries))
    const tried: WriteBackRow = { ...change, tries, next_try_at: next }
    await updateWriteBack(ctx.tx, tried)
    await keepRetryTime(ctx, change.link_id)
    return tried
  })
}

async function noteSent(
  ctx: WorkContext,
  work: Work,
  change: WriteBackRow,
  result: { commentId?: string; skipped: { field: string; why: string }[] },
): Promise<void> {
  const local = result.commentId ? { ...change.local, comment: result.commentId } : change.local
  const facts = { local, skipped: result.skipped, sent_at: ctx.now }
  // Said yes often enough, and never did it.
  const isRefused = change.tries >= MOST_TRIES
  const error = {
    kind: 'invalid',
    message: `${work.manifest.displayName} accepted the change but did not apply it.`,
  }
  await updateWriteBack(ctx.tx, {
    ...change,
    ...facts,
    state: 'sent',
    ...(isRefused && { error, next_try_at: new Date(ctx.now.getTime() + work.retryMs(1)) }),
  })
}

/** However often it was tried: the vendor comes back, and what was finished here is still wanted there. */
const passes = (error: Failure): boolean => isAboutConnection(error) || error.kind === 'transient'

/** A permanent error has failed; other errors are retried with backoff. */
export async function noteFailed(work: Work, change: WriteBackRow, error: unknown): Promise<void> {
  if (isFailure(error)) {
    const isOver = error.kind === 'invalid' || (change.tries >= MOST_TRIES && !passes(error))
    await work.inLease(async (ctx) => {
      const wait = Math.max(work.retryMs(change.tries), error.facts.retryAfterMs ?? 0)
      await updateWriteBack(ctx.tx, {
        ...change,
        error: describeError(error),
        ...(isOver
          ? { state: 'failed', next_try_at: null, ended_at: ctx.now }
          : { next_try_at: new Date(ctx.now.getTime() + wait) }),
      })
      await keepRetryTime(ctx, change.link_id)
    })
  }
  if (isAboutConnection(error)) throw error
}

/** A link is looked at again when the first of its open changes is to be tried again. */
export async function keepRetryTime(ctx: WorkContext, linkId: string): Promise<void> {
  const link = await findLinkRow(ctx.tx, linkId, { lock: true })
  if (!link || link.state === 'gone') return
  const open = await listOpenWriteBacks(ctx.tx, linkId)
  const times = open.map(({ next_try_at: at }) => at ?? ctx.now)
  const [first] = times.toSorted((a, b) => a.getTime() - b.getTime())
  await updateLink(ctx.tx, { ...link, retry_at: first ?? null })
}
