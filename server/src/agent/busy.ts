// What a caller gets when no plugin process was free, or the one in use failed: nothing is wrong with the request.
import { type Failure, isFailure } from '@task-service/kit'
import { isProcessFailure } from '#agent/process/process-failure.ts'
import { Problem } from '#lib/problem.ts'

/** No process was free in time: nothing was asked, and the caller may repeat it. */
export const isBusy = (error: unknown): boolean => isProcessFailure(error, 'busy')

/** The integration has decided nothing: its process failed it, or what it needs is away for a moment. */
export const isUndecided = (error: unknown): boolean =>
  isProcessFailure(error) || isFailure(error, 'transient')

/** When to repeat a request whose process failed. */
const RETRY_MS = 5_000

export function busy(cause: Failure, detail = cause.message): Problem {
  const seconds = Math.ceil((cause.facts.retryAfterMs ?? RETRY_MS) / 1_000)
  return new Problem('overloaded', `${detail} Retry after ${seconds} s.`, {
    cause,
    headers: { 'retry-after': String(seconds) },
  })
}
