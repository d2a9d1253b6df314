// Waiting for work that continues even if the caller aborts.
import { ProcessFailure } from './process-failure.ts'

/** Rejects when the caller aborts; the awaited work continues. */
export async function waitFor<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new ProcessFailure('late', 'transient', 'The call was canceled.'))
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
