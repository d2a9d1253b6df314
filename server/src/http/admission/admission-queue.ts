// Rejected connections are not read again immediately: a client that ignores Retry-After fills its socket buffer, and the
// process keeps its time for admitted requests.

/** The part of a socket that the queue needs. */
export type Pausable = { pause(): unknown; resume(): unknown }

export type AdmissionQueue = {
  enqueue(socket: Pausable): void
  /** True when its request was sent before Retry-After: the response would be late, and other clients have waited. */
  isStale(socket: Pausable): boolean
}

export type AdmissionQueueOptions = {
  /** Less than Retry-After: a client that retries then is not kept waiting. */
  longestMs: number
  /** How many more could be admitted now. */
  freeSlots: () => number
  now?: () => number
}

const TICK_MS = 20

/**
 * LIFO as slots become free: the latest request is the freshest. The oldest are dequeued when their time is up, to be rejected
 * again; a share of them per tick, so that connections that arrived together do not return together.
 */
export function createAdmissionQueue(options: AdmissionQueueOptions): AdmissionQueue {
  const { longestMs, freeSlots, now = () => performance.now() } = options
  const entries: { socket: Pausable; since: number }[] = []
  /** One entry each: with two it would be dequeued too early from then on. */
  const queued = new Set<Pausable>()
  const stale = new Set<Pausable>()
  let timer: NodeJS.Timeout | undefined
  let share = 0

  function dequeue(socket: Pausable): void {
    queued.delete(socket)
    socket.resume()
  }

  function tick(): void {
    const fresh = entries.splice(Math.max(0, entries.length - Math.max(0, freeSlots())))
    for (const { socket } of fresh) dequeue(socket)
    share += (entries.length * TICK_MS) / longestMs
    const tooLong = now() - longestMs
    const staying = entries.findIndex(({ since }, index) => index + 1 > share && since > tooLong)
    const leaving = entries.splice(0, staying < 0 ? entries.length : staying)
    share = Math.max(0, share - leaving.length)
    for (const { socket } of leaving) {
      stale.add(socket)
      dequeue(socket)
    }
    // Their buffered requests are read before this runs.
    setImmediate(() => stale.clear())
    if (entries.length > 0) return
    clearInterval(timer)
    timer = undefined
    share = 0
  }

  return {
    enqueue(socket) {
      socket.pause()
      if (queued.has(socket)) return
      queued.add(socket)
      entries.push({ socket, since: now() })
      timer ??= setInterval(tick, TICK_MS).unref()
    },
    isStale: (socket) => stale.has(socket),
  }
}
