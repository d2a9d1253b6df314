// The deadline of a request: interrupts whatever it waits for when its time is up or its caller aborts.
import { type EgressFailure, fail } from './failure.ts'

export type Deadline = {
  /** Calls `interrupt` when it is over, immediately if it already is; only the latest callback is called. */
  watch(interrupt: (failure: EgressFailure) => void): void
  /** The value, or the failure if that comes first. */
  race<T>(value: Promise<T>): Promise<T | EgressFailure>
  clear(): void
}

export function createDeadline(totalMs: number, signal?: AbortSignal): Deadline {
  let over: EgressFailure | undefined
  let interrupt: ((failure: EgressFailure) => void) | undefined
  const end = (failure: EgressFailure) => {
    over ??= failure
    interrupt?.(over)
  }
  const giveUp = () => end(fail('aborted', 'Request canceled.'))
  const timer = setTimeout(
    () => end(fail('deadline_exceeded', `No complete response within ${totalMs} ms.`)),
    totalMs,
  )
  if (signal?.aborted) giveUp()
  else signal?.addEventListener('abort', giveUp, { once: true })

  const watch: Deadline['watch'] = (callback) => {
    interrupt = callback
    if (over) callback(over)
  }
  return {
    watch,
    race: (value) =>
      new Promise((resolve, reject) => {
        watch(resolve)
        value.then(resolve, reject)
      }),
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      interrupt = undefined
    },
  }
}
