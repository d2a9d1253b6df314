// Maintenance of one tenant's queues: leases that ended, runs to stop or start, tasks that are due, questions without answer.
import type { WorkContext } from '#db/context.ts'
import { addEntries } from '#domains/claims/index.ts'
import { promoteUnblocked } from '#domains/dependencies/index.ts'
import { findTasks, lockInOrder, taskUuid } from '#domains/tasks/index.ts'
import {
  afterFailure,
  backToQueue,
  type End,
  endTogether,
  type HeldRun,
  isOverBudget,
  type LeaseRow,
  lockLeases,
  startRuns,
  stopRun,
} from '#domains/work/runs/index.ts'
import { encodeId } from '#lib/ids.ts'
import { type DueRun, listDueRuns, listUnqueued, tryLockQueues } from '../store.ts'
import { expireQuestions, QUESTION_BATCH } from './expire-questions.ts'

/** Of one round: a transaction that locks more tasks would keep their users waiting. */
const MAX_RUNS = 25
const MAX_UNQUEUED = 1_000

export type Tended = {
  expired: number
  stopped: number
  started: number
  queued: number
  questions: number
}

export type InTenant = <T>(work: (ctx: WorkContext) => Promise<T>) => Promise<T>

/** Each part is its own transaction. True if there may be more to do. */
export async function tendQueues(inTenant: InTenant): Promise<Tended & { hasMore: boolean }> {
  const runs = await inTenant(async (ctx) =>
    (await tryLockQueues(ctx.tx)) ? tendRuns(ctx) : undefined,
  )
  const questions = await inTenant(async (ctx) =>
    (await tryLockQueues(ctx.tx)) ? expireQuestions(ctx) : 0,
  )
  const due = await inTenant(async (ctx) =>
    (await tryLockQueues(ctx.tx)) ? queueDueTasks(ctx) : undefined,
  )
  const { expired = 0, stopped = 0, started = 0, count = 0 } = runs ?? {}
  return {
    expired,
    stopped,
    started,
    queued: due?.queued ?? 0,
    questions,
    hasMore: count === MAX_RUNS || due?.hasMore === true || questions === QUESTION_BATCH,
  }
}

async function tendRuns(ctx: WorkContext) {
  const due = await listDueRuns(ctx.tx, MAX_RUNS)
  if (due.length === 0) return undefined
  const held = await holdDue(ctx, due)
  const expired = held.filter(({ run }) => run.is_expired)
  if (expired.length > 0) {
    await endTogether(
      ctx,
      expired.map((one) => ({ held: one, end: expiryOf(one) })),
    )
  }
  const alive = held.filter(({ run }) => !run.is_expired)
  const stopped = alive.filter(({ due: why }) => why === 'stopped')
  for (const one of stopped) await stopRun(one)
  const unstarted = alive.filter((one) => one.due !== 'stopped' && isUnstarted(one))
  for (const group of Map.groupBy(unstarted, ({ run }) => run.agent).values()) {
    const [first] = group
    if (first) await startRuns(ctxOf(first), group)
  }
  return {
    count: due.length,
    expired: expired.length,
    stopped: stopped.length,
    started: unstarted.length,
  }
}

const isUnstarted = ({ task, run }: HeldRun) => task.status === 'ready' && !run.is_started

type HeldDue = HeldRun & Pick<DueRun, 'due'>

/** Without runs that have ended in the meantime. In the order of `due`. */
async function holdDue(ctx: WorkContext, due: readonly DueRun[]): Promise<HeldDue[]> {
  // Their events keep the order of the log: see lockInOrder.
  await lockInOrder(
    ctx,
    due.map(({ task_id: id }) => encodeId('task', id)),
  )
  const taskIds = due.map(({ task_id: id }) => id)
  const tasks = new Map((await findTasks(ctx.tx, taskIds)).map((task) => [taskUuid(task.id), task]))
  const leases = await lockLeases(
    ctx.tx,
    due.map(({ id }) => id),
  )
  const runs = new Map(leases.map((run) => [run.id, run]))
  return due.flatMap(({ id, task_id: taskId, due: why }) => {
    const [task, run] = [tasks.get(taskId), runs.get(id)]
    return task && run?.ended_at === null ? [{ ctx, task, run, due: why }] : []
  })
}

/** Moving the task is an act of its agent. */
function ctxOf({ ctx, run }: HeldRun): WorkContext {
  return { ...ctx, actor: { kind: 'agent', id: run.agent } }
}

/** A lease that ended is a failed attempt, unless the agent was not allowed to renew it or waited for an answer. */
function expiryOf(held: HeldRun): End {
  const reason = expiryReason(held.run)
  const isForgiven = reason === 'paused' || reason === 'parked'
  const next = isForgiven
    ? { change: backToQueue(held), failures: held.run.failures }
    : afterFailure(held)
  return { state: 'expired', reason, ...next }
}

function expiryReason(run: LeaseRow): 'paused' | 'parked' | 'budget' | 'expired' {
  if (run.is_paused) return 'paused'
  if (run.state === 'parked') return 'parked'
  return isOverBudget(run) ? 'budget' : 'expired'
}

async function queueDueTasks(ctx: WorkContext): Promise<{ queued: number; hasMore: boolean }> {
  const { examined, queued } = await promoteUnblocked(ctx, MAX_UNQUEUED)
  const ids = await listUnqueued(ctx.tx, MAX_UNQUEUED)
  if (ids.length > 0) await addEntries(ctx.tx, ids)
  return {
    queued: queued.length + ids.length,
    hasMore: examined === MAX_UNQUEUED || ids.length === MAX_UNQUEUED,
  }
}
