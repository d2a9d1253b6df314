// A client-side timeout, in case the database does not enforce its own.
import { DriverFailure } from './driver.ts'

export type Deadline = {
  remainingMs(): number
  /** Called on timeout, or when the work must end immediately. */
  onEnd(end: () => void): void
  /** Ends the work immediately. */
  fail(failure: DriverFailure): void
}

export async function withDeadline<T>(
  timeoutMs: number,
  work: (deadline: Deadline) => Promise<T>,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const startedMs = performance.now()
  const ends: (() => void)[] = []
  let isOver = false
  const fail = (failure: DriverFailure) => {
    if (isOver) return
    isOver = true
    reject(failure)
    for (const end of ends) end()
  }
  const timer = setTimeout(() => fail(new DriverFailure('timeout')), timeoutMs)
  const deadline: Deadline = {
    remainingMs: () => Math.max(1, Math.ceil(timeoutMs - (performance.now() - startedMs))),
    onEnd(end) {
      if (isOver) end()
      else ends.push(end)
    },
    fail,
  }
  try {
    const result = work(deadline)
    // Its result is ignored after the timeout.
    result.catch(() => {})
    return await Promise.race([ended, result])
  } finally {
    isOver = true
    clearTimeout(timer)
  }
}
