// Polls the log and fills the queue, with short intervals while there are new events.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Feed } from '#db/feed/feed.ts'
import { codeOf, isUnavailable } from '#lib/database-failure.ts'
import { createHeartbeat } from '#lib/heartbeat.ts'
import { createWakeup } from '#lib/wakeup.ts'
import { hasRest, readVisible } from '../store/look.ts'
import {
  type Dispatched,
  type DispatchParts,
  dispatchNew,
  dispatchRest,
  newSizes,
} from './dispatch.ts'

export type DispatcherOptions = DispatchParts & {
  feed: Feed
  onDispatched: (dispatched: Dispatched) => void
  onError: (error: unknown) => void
  /** Replaced only by the proof that it has to be one transaction. */
  step?: (feed: Feed, parts: DispatchParts) => Promise<Dispatched>
  /** Replaced only by tests. */
  stalledMs?: number
}

export type Dispatcher = {
  /** False when the loop has been stalled for a minute. */
  isAlive: () => boolean
  stop: () => Promise<void>
}

const SHORTEST_WAIT_MS = 20
const LONGEST_WAIT_MS = 250
const PAUSE_MS = 1_000
/** The class of errors that the data itself causes. */
const DATA_EXCEPTION = '22'

/**
 * Two loops with separate transactions: slow work does not delay the new events of other tenants. Another process may run
 * either of them.
 */
export function startDispatcher(options: DispatcherOptions): Dispatcher {
  const sizes = newSizes()
  const parts = { ...options, sizes }
  const step = options.step ?? ((feed, given) => feed.tx((tx) => dispatchNew(tx, given)))
  const { feed, onError } = options
  const loops = [
    startLoop(options, {
      step: () => withoutFaulty(parts, onError, (given) => step(feed, given)),
      look: lookForNew(feed),
    }),
    startLoop(options, {
      step: () =>
        withoutFaulty(parts, onError, (given) => feed.tx((tx) => dispatchRest(tx, given))),
      look: () => hasRest(feed.look),
    }),
  ]
  return {
    isAlive: () => loops.every((loop) => loop.isAlive()),
    async stop() {
      await Promise.all(loops.map((loop) => loop.stop()))
    },
  }
}

/**
 * A batch has events of all tenants. A consumer that cannot read one of them must not stop deliveries: the batch is repeated
 * without it, and what it would have done for these events is left out and reported.
 */
export async function withoutFaulty(
  parts: DispatchParts,
  onError: (error: unknown) => void,
  run: (parts: DispatchParts) => Promise<Dispatched>,
): Promise<Dispatched> {
  try {
    return await run(parts)
  } catch (error) {
    const all = parts.consumers ?? []
    if (!codeOf(error).startsWith(DATA_EXCEPTION) || all.length === 0) throw error
    onError(error)
    const fewer = [...all.map((left) => all.filter((one) => one !== left)), []]
    return firstOf(fewer.map((consumers) => () => run({ ...parts, consumers })))
  }
}

async function firstOf<T>(attempts: readonly (() => Promise<T>)[]): Promise<T> {
  let last: unknown
  for (const attempt of attempts) {
    try {
      return await attempt()
    } catch (error) {
      if (isUnavailable(error)) throw error
      last = error
    }
  }
  throw last
}

type Round = {
  step: () => Promise<Dispatched>
  /** Asked after a round that found nothing: whether another one may find something. */
  look: () => Promise<boolean>
}

/** True at first, and after each change of what is visible. */
function lookForNew({ look }: Pick<Feed, 'look'>): Round['look'] {
  let seen: string | undefined
  return async () => {
    // Before the round, which therefore sees at least this.
    const visible = await readVisible(look)
    if (visible === seen) return false
    seen = visible
    return true
  }
}

function startLoop(
  { onDispatched, onError, stalledMs }: DispatcherOptions,
  { step, look }: Round,
): Dispatcher {
  const wakeup = createWakeup({ shortestMs: SHORTEST_WAIT_MS, longestMs: LONGEST_WAIT_MS })
  const stopping = new AbortController()
  const heartbeat = createHeartbeat(stalledMs)
  const rounds = (async () => {
    for (let wasIdle = false; !stopping.signal.aborted; ) {
      heartbeat.beat()
      let wasBusy = false
      try {
        const isQuiet = wasIdle && !(await look())
        if (!isQuiet) {
          const dispatched = await step()
          const { read, sent, isFull, isElsewhere = false } = dispatched
          wasBusy = read > 0 || sent > 0
          wasIdle = !wasBusy && !isFull && !isElsewhere
          if (sent > 0) onDispatched(dispatched)
          if (isFull) continue
        }
      } catch (error) {
        wasIdle = false
        onError(error)
        await sleep(PAUSE_MS)
      }
      if (!stopping.signal.aborted) await wakeup.wait(wasBusy)
    }
  })()
  return {
    isAlive: heartbeat.isAlive,
    async stop() {
      stopping.abort()
      wakeup.notify()
      await rounds
    },
  }
}
