// Time limits and abort signals. AbortSignal.any would keep a reference for every call in a signal that lives as long as a
// worker, so listeners are added and removed here.

export interface Deadline {
  readonly signal: AbortSignal
  /** Whether the time is up, as opposed to the caller's signal. */
  isOver(): boolean
  /** Only the caller's signal counts from now on. */
  stopTimer(): void
  stop(): void
}

export function startDeadline(ms: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  let over = false
  const timer = setTimeout(() => {
    over = true
    controller.abort(new DOMException(`No response within ${ms} ms`, 'TimeoutError'))
  }, ms)
  const forward = (): void => controller.abort(signal?.reason)
  if (signal?.aborted) forward()
  signal?.addEventListener('abort', forward, { once: true })
  return {
    signal: controller.signal,
    isOver: () => over,
    stopTimer: () => clearTimeout(timer),
    stop: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', forward)
    },
  }
}

/** Rejects with the reason of the signal. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
