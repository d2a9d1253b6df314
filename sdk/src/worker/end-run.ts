// How a run ends after its handler has settled: completed, failed, released, or left alone because it is no longer ours.
import { isTaskServiceError } from '../errors.ts'
import type { RunCalls } from './run-calls.ts'
import { TaskFailure, TaskRelease } from './task-outcomes.ts'
import type { TaskRun } from './task-run.ts'

export type RunOutcome =
  | 'completed'
  /** A person has to approve what would be written to external systems. */
  | 'in_review'
  | 'failed'
  | 'released'
  /** The question is open, and the next attempt gets the answer. */
  | 'parked'
  /** The lease was lost: the result was discarded. */
  | 'lost'

export type Ending = { outcome: RunOutcome; error?: unknown }

export type Settled = { result: unknown } | { error: unknown }

const ERROR_CHARACTERS = 2_000
/** Another attempt would use up the same budget. */
const BUDGET_DELAY_SECONDS = 600

export async function endRun(run: TaskRun, calls: RunCalls, settled: Settled): Promise<Ending> {
  try {
    if (run.state === 'lost') return { outcome: 'lost', error: run.signal.reason }
    if ('result' in settled && !run.isCanceled) return await complete(calls, settled.result)
    return await giveUp(run, calls, 'error' in settled ? settled.error : undefined)
  } catch (error) {
    run.checkLoss(error)
    return { outcome: 'lost', error }
  }
}

async function complete(calls: RunCalls, result: unknown): Promise<Ending> {
  try {
    const { status } = await calls.complete(result)
    return { outcome: status === 'in_review' ? 'in_review' : 'completed' }
  } catch (error) {
    if (isTaskServiceError(error, 'budget_exhausted')) {
      await calls.release({ handoff: error.detail, delay_seconds: BUDGET_DELAY_SECONDS })
      return { outcome: 'released', error }
    }
    // A result that is not accepted is a failed attempt; effects that are forbidden stay forbidden.
    if (!isTaskServiceError(error) || !isRejection(error.status)) throw error
    return fail(calls, error, error.code !== 'effects_forbidden')
  }
}

const isRejection = (status: number | undefined): boolean =>
  status === 400 || status === 403 || status === 413

async function giveUp(run: TaskRun, calls: RunCalls, error: unknown): Promise<Ending> {
  if (error instanceof TaskRelease) {
    const { handoff, delaySeconds } = error
    await calls.release({
      ...(handoff !== undefined && { handoff }),
      ...(delaySeconds !== undefined && { delay_seconds: delaySeconds }),
    })
    return { outcome: 'released' }
  }
  if (error instanceof TaskFailure) {
    return fail(calls, error, error.retryable, error.retryAfterSeconds)
  }
  if (!run.signal.aborted) return fail(calls, error, true)
  if (run.state === 'parked' && !run.isCanceled) return { outcome: 'parked' }
  await calls.release({ handoff: `Stopped early: ${textOf(run.signal.reason)}` })
  return { outcome: 'released', error: run.signal.reason }
}

async function fail(
  calls: RunCalls,
  error: unknown,
  retryable: boolean,
  retryAfterSeconds?: number,
): Promise<Ending> {
  await calls.fail({
    error: textOf(error),
    retryable,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  })
  return { outcome: 'failed', error }
}

function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error)
  // U+0000 is not accepted in any text.
  return (text.replaceAll('\0', '') || 'unknown error').slice(0, ERROR_CHARACTERS)
}
