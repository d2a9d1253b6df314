// The end of a run: what becomes of the run, of its task and of the budget of its agent, in one transaction.
import {
  canMove,
  type EventType,
  type LeaseLoss,
  type RunState,
  type Task,
  type TaskChange,
} from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { withdrawApprovals } from '#domains/approvals/index.ts'
import { delayTask, type RunRow, recordRuns, requeue } from '#domains/claims/index.ts'
import { withdrawQuestions } from '#domains/questions/index.ts'
import { applyChange, refuseTooLarge, saveChanges, taskUuid } from '#domains/tasks/index.ts'
import { addUsage, endRuns, type LeaseRow } from '../store/runs.ts'
import type { HeldRun } from './hold-run.ts'
import { startRuns } from './start-runs.ts'

export type EndState = Exclude<RunState, 'working' | 'parked'>

export type End = {
  state: EndState
  reason?: LeaseLoss
  error?: string
  handoff?: string
  failures?: number
  calls?: number
  effects?: number
  /** What becomes of the task. */
  change: TaskChange
  /** Replaces the result of the task. */
  result?: { value: unknown; maxBytes: number }
  /** How long the task waits in the queue before it can be claimed again. */
  delaySeconds?: number
}

/** Task and run are locked by this transaction. */
export async function endRun(held: HeldRun, end: End): Promise<{ run: RunRow; task: Task }> {
  const { ctx } = held
  const id = taskUuid(held.task.id)
  const before = await startIfNeeded(held, end.change)
  if (end.delaySeconds) await delayTask(ctx.tx, id, end.delaySeconds)
  const after = outcomeOf(before, end, ctx.now)
  if (after !== before) await saveChanges(ctx, [{ before, after }], { keepsRun: true })
  const run = await recordEnd(ctx, held.run, end, after)
  if (held.run.state === 'parked') {
    await withdrawQuestions(ctx, [id])
    // Of the run that ends here: the effects of a completed one are approved by now.
    if (end.state !== 'completed') await withdrawApprovals(ctx, [id])
  }
  // A task that was claimed and never started is still `ready`, and its entry is gone.
  if (after.status === 'ready' && before.status === 'ready') await requeue(ctx.tx, [id])
  await addUsage(ctx.tx, [run])
  return { run, task: after }
}

/** A result is stored as it was sent: merged like a patch, it would lose its nulls. */
export function outcomeOf(
  before: Task,
  { change, result }: Pick<End, 'change' | 'result'>,
  now: Date,
): Task {
  const after = applyChange(before, change, now)
  if (!result || after === before) return after
  const outcome = { ...after, result: result.value }
  refuseTooLarge(outcome, result.maxBytes)
  return outcome
}

/** From `ready` a task can only move on as far as the transitions say; further ones need it to be started. */
async function startIfNeeded({ ctx, task, run }: HeldRun, { status }: TaskChange): Promise<Task> {
  const isDirect = status === undefined || status === task.status || canMove(task.status, status)
  if (task.status !== 'ready' || isDirect) return task
  const started = await startRuns(ctx, [{ task, run }])
  return started.get(task.id) ?? task
}

async function recordEnd(
  ctx: WorkContext,
  run: LeaseRow,
  end: End,
  task: Task,
): Promise<RunRow> {
  const [row] = await endRuns(ctx.tx, [
    {
      id: run.id,
      state: end.state,
      reason: end.reason,
      error: end.error,
      handoff: end.handoff,
      failures: end.failures ?? 0,
      calls: end.calls ?? 0,
      effects: end.effects ?? 0,
      outcome_at: task.completed_at,
    },
  ])
  if (!row) throw new Error('a locked run has ended')
  await recordRuns(ctx, endEvents[end.state], [row])
  return row
}

const endEvents = {
  completed: 'run.completed',
  failed: 'run.failed',
  released: 'run.released',
  expired: 'run.expired',
  canceled: 'run.canceled',
} as const satisfies Record<EndState, EventType>

/** For a task whose run ended without a result: back to the queue, to the agent it was delegated to before. */
export function backToQueue({ task, run }: Pick<HeldRun, 'task' | 'run'>): TaskChange {
  const delegate = run.is_started ? { delegate: run.delegate_before } : {}
  return task.status === 'ready' ? { status: 'ready' } : { status: 'ready', ...delegate }
}

/** How an attempt without a result ends: another one, or the task fails. */
export function afterFailure(
  held: Pick<HeldRun, 'task' | 'run'>,
): Pick<End, 'change' | 'failures'> {
  const failures = held.run.failures + 1
  const isLast = failures >= (held.run.max_attempts ?? 1)
  // Once reopened, the task has all its attempts again.
  if (isLast) return { change: { status: 'failed' }, failures: 0 }
  return { change: backToQueue(held), failures }
}
