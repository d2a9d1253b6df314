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
import { addUsage, endRuns } from '../store/runs.ts'
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
  const [ended] = await endTogether(held.ctx, [{ held, end }])
  if (!ended) throw new Error('a locked run has ended')
  return ended
}

export type Ending = { held: Pick<HeldRun, 'task' | 'run'>; end: End }

/** In a few statements, however many runs end. */
export async function endTogether(
  ctx: WorkContext,
  endings: readonly Ending[],
): Promise<{ run: RunRow; task: Task }[]> {
  const started = await startIfNeeded(ctx, endings)
  const moves = endings.map(({ held, end }) => {
    const before = started.get(held.task.id) ?? held.task
    const id = taskUuid(held.task.id)
    return { id, held, end, before, after: outcomeOf(before, end, ctx.now) }
  })
  for (const { id, end } of moves) {
    if (end.delaySeconds) await delayTask(ctx.tx, id, end.delaySeconds)
  }
  const changes = moves.filter(({ before, after }) => after !== before)
  if (changes.length > 0) await saveChanges(ctx, changes, { keepsRun: true })
  const runs = await recordEnds(ctx, moves)
  const parked = moves.filter(({ held }) => held.run.state === 'parked')
  if (parked.length > 0) await withdrawQuestions(ctx, parked.map(idOf))
  // Of the runs that end here: the effects of a completed one are approved by now.
  const undone = parked.filter(({ end }) => end.state !== 'completed')
  if (undone.length > 0) await withdrawApprovals(ctx, undone.map(idOf))
  // A task that was claimed and never started is still `ready`, and its entry is gone.
  const unmoved = moves.filter((move) => [move.before, move.after].every(isReady))
  if (unmoved.length > 0) await requeue(ctx.tx, unmoved.map(idOf))
  await addUsage(ctx.tx, [...runs.values()])
  return moves.map(({ held, after }) => ({ run: runOf(runs, held.run), task: after }))
}

const idOf = ({ id }: { id: string }) => id
const isReady = ({ status }: Task) => status === 'ready'

function runOf(runs: ReadonlyMap<string, RunRow>, { id }: { id: string }): RunRow {
  const run = runs.get(id)
  if (!run) throw new Error('a locked run has ended')
  return run
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
async function startIfNeeded(
  ctx: WorkContext,
  endings: readonly Ending[],
): Promise<ReadonlyMap<string, Task>> {
  const unstarted = endings.filter(({ held: { task }, end: { change } }) => {
    const { status = task.status } = change
    return task.status === 'ready' && status !== 'ready' && !canMove(task.status, status)
  })
  if (unstarted.length === 0) return new Map()
  return startRuns(
    ctx,
    unstarted.map(({ held }) => held),
  )
}

async function recordEnds(
  ctx: WorkContext,
  moves: readonly (Ending & { after: Task })[],
): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await endRuns(
    ctx.tx,
    moves.map(({ held, end, after }) => ({
      id: held.run.id,
      state: end.state,
      reason: end.reason,
      error: end.error,
      handoff: end.handoff,
      failures: end.failures ?? 0,
      calls: end.calls ?? 0,
      effects: end.effects ?? 0,
      outcome_at: after.completed_at,
    })),
  )
  for (const [state, ended] of Map.groupBy(rows, (row) => row.state as EndState)) {
    await recordRuns(ctx, endEvents[state], ended) // `state` is what was just written
  }
  return new Map(rows.map((row) => [row.id, row]))
}

const endEvents = {
  completed: 'run.completed',
  failed: 'run.failed',
  released: 'run.released',
  expired: 'run.expired',
  canceled: 'run.canceled',
} as const satisfies Record<EndState, EventType>

/**
 * For a task whose run ends without a result: the agent it was delegated to before. A run delegates its task to its own agent;
 * any other value was set by someone else during the run and stays.
 */
export function delegateAfter({ task, run }: Pick<HeldRun, 'task' | 'run'>): Task['delegate'] {
  return run.is_started && task.delegate === run.agent ? run.delegate_before : task.delegate
}

/** For a task whose run ended without a result. */
export function backToQueue(held: Pick<HeldRun, 'task' | 'run'>): TaskChange {
  if (held.task.status === 'ready') return { status: 'ready' }
  return { status: 'ready', delegate: delegateAfter(held) }
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
