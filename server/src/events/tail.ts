// The tail of one tenant's log, shared by all followers in this process: one read at a time, however many there are. The
// newest events are kept for a while, so that a slightly delayed follower needs no read of its own.
import { setTimeout as sleep } from 'node:timers/promises'
import type { LogPage, PositionedEvent } from './log.ts'
import { orderOf, type Position } from './position.ts'
import type { QuietLook } from './quiet-look.ts'

/** An event as sent in the stream; printed once for all followers. */
export type Frame = { position: Position; order: string; type: string; text: string }

export type Tail = {
  /** Everything up to here has been announced. */
  end(): Position
  /** The known events after a position; undefined when it is too far back. */
  framesBehind(order: string): readonly Frame[] | undefined
  /** Resolves on new events, after the time, or when the caller or the tail ends. */
  waitForNews(ms: number, signal: AbortSignal): Promise<void>
  isStopped(): boolean
  stop(): void
}

export type TailOptions = {
  start: Position
  read: (after: Position) => Promise<LogPage>
  /** Cheaper than reading, because all quiet tails of the process share it. */
  look: QuietLook
  tenantId: string
  print: (event: PositionedEvent) => Frame
  onError: (error: unknown) => void
}

/** While there are events, and while there are none. */
const BUSY_MS = 100
const IDLE_MS = 1_000
const SLOW_DOWN = 1.3
const KEPT_BYTES = 1024 * 1024

export function createTail(options: TailOptions): Tail {
  const stopping = new AbortController()
  const waiters = new Set<() => void>()
  const kept = createKeptFrames(orderOf(options.start))
  let end = options.start

  /** How long to wait before the next read. */
  async function ask(pauseMs: number): Promise<number> {
    if (isQuiet(pauseMs)) {
      const onEnd = (moved: Position) => void (end = moved)
      await options.look({ tenantId: options.tenantId, after: end, onEnd, signal: stopping.signal })
      if (stopping.signal.aborted) return 0
    }
    const page = await options.read(end)
    end = page.end
    if (page.events.length > 0) kept.add(page.events.map(options.print))
    if (page.events.length > 0) for (const wake of waiters) wake()
    if (page.hasMore) return 0
    return page.events.length > 0 ? BUSY_MS : Math.min(IDLE_MS, pauseMs * SLOW_DOWN)
  }

  async function follow(): Promise<void> {
    const { signal } = stopping
    for (let pauseMs = BUSY_MS; !signal.aborted; ) {
      if (!isQuiet(pauseMs)) await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      pauseMs = await ask(Math.max(pauseMs, BUSY_MS)).catch((error: unknown) => {
        if (!signal.aborted) options.onError(error)
        return IDLE_MS
      })
    }
  }
  void follow()

  return {
    end: () => end,
    framesBehind: (order) => kept.behind(order),
    isStopped: () => stopping.signal.aborted,
    stop() {
      stopping.abort()
      for (const wake of waiters) wake()
    },
    waitForNews(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const wake = () => {
        clearTimeout(timer)
        waiters.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      waiters.add(wake)
      signal.addEventListener('abort', wake)
      if (signal.aborted || stopping.signal.aborted) wake()
      return promise
    },
  }
}

/** There were no events for some seconds: the next question is one for all such tails. */
const isQuiet = (pauseMs: number): boolean => pauseMs >= IDLE_MS

function createKeptFrames(start: string) {
  const frames: Frame[] = []
  let bytes = 0
  /** Nothing after this is missing. */
  let floor = start
  return {
    add(more: readonly Frame[]): void {
      frames.push(...more)
      bytes += more.reduce((sum, { text }) => sum + text.length, 0)
      let gone = 0
      for (; bytes > KEPT_BYTES; gone++) {
        const frame = frames[gone]
        if (!frame) break
        bytes -= frame.text.length
        floor = frame.order
      }
      frames.splice(0, gone)
    },
    behind(order: string): readonly Frame[] | undefined {
      if (order < floor) return undefined
      return frames.slice(frames.findLastIndex((frame) => frame.order <= order) + 1)
    },
  }
}
