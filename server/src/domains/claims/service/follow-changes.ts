// What a change of a task means for its queue entry and its run: a task that is not ready has no entry, and a run ends when
// someone else moves its task.
import { isDeepStrictEqual } from 'node:util'
import { isFinal, type LeaseLoss, type Status, type Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { withdrawApprovals } from '#domains/approvals/index.ts'
import { withdrawQuestions } from '#domains/questions/index.ts'
import { addEntries, removeEntries } from '../store/entries.ts'
import { type EndedRun, endLiveRuns, noteSourceChange } from '../store/live-runs.ts'
import { recordRuns } from './record-runs.ts'

export type QueueChange = { id: string; before: Task; after: Task; changed: readonly string[] }

const QUEUE_FIELDS = [
  'status',
  'queue',
  'delegate',
  'priority',
  'not_before',
  'fairness_key',
] as const satisfies (keyof Task)[]

export function changesQueue({ before, after }: Pick<QueueChange, 'before' | 'after'>): boolean {
  return (
    QUEUE_FIELDS.some((field) => before[field] !== after[field]) ||
    !isDeepStrictEqual(before.blocked_by, after.blocked_by)
  )
}

const RUN_STATUSES: readonly Status[] = ['ready', 'in_progress', 'input_required', 'in_review']
const mayHaveRun = ({ before }: QueueChange) => RUN_STATUSES.includes(before.status)
const toNote = ({ id, changed }: QueueChange) => ({ id, fields: changed })

const isMoved = ({ before, after }: QueueChange) => before.status !== after.status

/** Effects of its run may wait for an approval, or be approved and not written yet. */
const mayHaveApproval = ({ before }: QueueChange) =>
  before.status === 'in_review' || isFinal(before.status)

export type Follower = {
  /** Sent before the tasks are written: entries are found by what is stored. */
  leave: () => Promise<void>
  /** Sent after the tasks were written. `refuseOvertaken` keeps the events of a task in order. */
  arrive: (refuseOvertaken: (taskIds: readonly string[]) => Promise<void>) => Promise<void>
}

/** `keepsRun` for changes that the run itself makes. */
export function followChanges(
  ctx: WorkContext,
  changes: readonly QueueChange[],
  { keepsRun = false }: { keepsRun?: boolean } = {},
): Follower {
  const relevant = changes.filter(changesQueue)
  const wasReady = relevant.filter(({ before }) => before.status === 'ready')
  const moved = keepsRun ? [] : relevant.filter(isMoved)
  const edited = keepsRun ? [] : changes.filter((change) => !isMoved(change) && mayHaveRun(change))
  let removed = new Set<string>()
  let ended: EndedRun[] = []
  return {
    async leave() {
      const steps = await Promise.all([
        wasReady.length > 0 ? removeEntries(ctx.tx, idsOf(wasReady)) : [],
        moved.length > 0 ? endLiveRuns(ctx, idsOf(moved), 'moved') : [],
        edited.length > 0 ? noteSourceChange(ctx.tx, edited.map(toNote)) : undefined,
      ])
      removed = new Set(steps[0].map((entry) => entry.task_id))
      ended = steps[1]
    },
    async arrive(refuseOvertaken) {
      if (ended.length > 0) {
        await refuseOvertaken(tasksOf(ended))
        await recordRuns(ctx, 'run.canceled', ended)
        await withdrawQuestions(ctx, tasksOf(ended))
      }
      const reviewed = moved.filter(mayHaveApproval)
      if (reviewed.length > 0) await withdrawApprovals(ctx, idsOf(reviewed))
      // A ready task without an entry is claimed, or not due: its run or maintenance of the queues adds the entry.
      const arrived = relevant.filter(
        (change) => change.after.status === 'ready' && (isMoved(change) || removed.has(change.id)),
      )
      if (arrived.length > 0) await addEntries(ctx.tx, idsOf(arrived))
    },
  }
}

/** For a task that is deleted in this transaction. */
export async function leaveForever(
  ctx: WorkContext,
  taskId: string,
  refuseOvertaken: (taskIds: readonly string[]) => Promise<void>,
): Promise<void> {
  const reason: LeaseLoss = 'deleted'
  const [, ended] = await Promise.all([
    removeEntries(ctx.tx, [taskId]),
    endLiveRuns(ctx, [taskId], reason),
  ])
  await withdrawApprovals(ctx, [taskId], { all: true })
  if (ended.length === 0) return
  await refuseOvertaken([taskId])
  await recordRuns(ctx, 'run.canceled', ended)
  await withdrawQuestions(ctx, [taskId])
}

const tasksOf = (runs: readonly EndedRun[]) => runs.map(({ task_id: id }) => id)

const idsOf = (changes: readonly QueueChange[]) => changes.map(({ id }) => id)
