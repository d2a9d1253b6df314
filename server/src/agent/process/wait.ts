// Waiting for one call: its result, the abort of the caller, or its timeout.
import type { Failure } from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import { ProcessFailure } from './process-failure.ts'

export type Reply = { value: unknown; more: boolean }

export type Wait = {
  begin: () => Promise<Reply>
  arrive: (reply: Reply) => void
  fail: (why: Failure) => void
  /** Activity was seen: extends the silence timeout of a pull, which may take long between two batches. */
  isAlive: () => void
  end: () => void
}

type WaitOptions = {
  isPull: boolean
  limits: HostLimits
  signal: AbortSignal | undefined
  /** Called after the waiting call was rejected. */
  onLate: () => void
}

export function createWait({ isPull, limits, signal, onLate }: WaitOptions): Wait {
  let waiting: PromiseWithResolvers<Reply> | undefined
  let timers: NodeJS.Timeout[] = []

  const settle = (act: (waiting: PromiseWithResolvers<Reply>) => void) => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
    const one = waiting
    waiting = undefined
    if (one) act(one)
  }
  const fail = (why: Failure) => settle(({ reject }) => reject(why))
  const late = (what: string, ms: number) => () => {
    fail(new ProcessFailure('late', 'internal', `The integration ${what} within ${ms} ms.`))
    onLate()
  }
  const giveUp = () => fail(givenUp())
  signal?.addEventListener('abort', giveUp, { once: true })

  return {
    begin() {
      waiting = Promise.withResolvers<Reply>()
      const { promise } = waiting
      const { callMs, silenceMs, batchMs } = limits
      timers = isPull
        ? [
            setTimeout(late('made no progress', silenceMs), silenceMs),
            setTimeout(late('returned no items', batchMs), batchMs),
          ]
        : [setTimeout(late('did not respond', callMs), callMs)]
      if (signal?.aborted) giveUp()
      return promise
    },
    arrive: (reply) => settle(({ resolve }) => resolve(reply)),
    fail,
    isAlive() {
      if (isPull) timers[0]?.refresh()
    },
    end() {
      signal?.removeEventListener('abort', giveUp)
      settle(({ reject }) => reject(givenUp()))
    },
  }
}

const givenUp = () => new ProcessFailure('late', 'transient', 'The call was canceled.')
