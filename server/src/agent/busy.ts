// The error when no plugin process was free, or the process in use failed: the request itself is valid.
import { type Failure, isFailure } from '@task-service/kit'
import { isProcessFailure } from '#agent/process/process-failure.ts'
import { Problem } from '#lib/problem.ts'

/** No process was free in time: nothing was sent, and the caller may retry. */
export const isBusy = (error: unknown): boolean => isProcessFailure(error, 'busy')

/** The integration made no decision: its process failed, or a dependency is temporarily unavailable. */
export const isUndecided = (error: unknown): boolean =>
  isProcessFailure(error) || isFailure(error, 'transient')

/** When to retry a request whose process failed. */
const RETRY_MS = 5_000

export function busy(cause: Failure, detail = cause.message): Problem {
  const seconds = Math.ceil((cause.facts.retryAfterMs ?? RETRY_MS) / 1_000)
  return new Problem('overloaded', `${detail} Retry after ${seconds} s.`, {
    cause,
    headers: { 'retry-after': String(seconds) },
  })
}
