// An adaptive concurrency limit: as many in flight as are done soon. Longer queues would not make the work faster, only later.

export type AdaptiveLimitOptions = {
  max: number
  /** Once so few are in flight, their slowness is their own and no sign of a queue. */
  min: number
  /** How long one may take, on average, before there are too many. */
  targetMs: number
  now?: () => number
}

export type AdaptiveLimit = {
  /** False when the limit is reached, or `times` the limit; true takes a slot, which `leave` releases. */
  enter(times?: number): boolean
  /** Without a duration it says nothing about how long one takes. */
  leave(durationMs?: number, owner?: string): void
  inFlight(): number
  current(): number
}

const WINDOW_MS = 100
/** Of the limit, for each window in which all went well: from the least to the most within seconds. */
const GROWTH = 0.1

type Done = { count: number; totalMs: number }

/** Of owners, the one in the middle: an overloaded process is slow for most of them, a greedy owner only for itself. */
function medianMeanMs(byOwner: ReadonlyMap<string, Done>): number {
  const means = [...byOwner.values()].map(({ count, totalMs }) => totalMs / count)
  return means.toSorted((a, b) => a - b)[Math.floor((means.length - 1) / 2)] ?? 0
}

/**
 * By Little's law the time one takes is the number in flight divided by the rate at which they are done. So when a window
 * shows them taking too long, the number that would have taken the target follows at once; no search is needed.
 */
export function createAdaptiveLimit(options: AdaptiveLimitOptions): AdaptiveLimit {
  const now = options.now ?? (() => performance.now())
  const min = Math.min(options.min, options.max)
  let limit = options.max
  let inFlight = 0
  const done = new Map<string, Done>()
  let window = { endsAt: now() + WINDOW_MS, most: 0 }

  function closeWindow(time: number): void {
    const { most } = window
    const meanMs = medianMeanMs(done)
    if (meanMs <= options.targetMs) limit = Math.min(options.max, Math.ceil(limit * (1 + GROWTH)))
    else if (most > min) limit = Math.max(min, Math.floor((most * options.targetMs) / meanMs))
    window = { endsAt: time + WINDOW_MS, most: inFlight }
    done.clear()
  }

  return {
    enter(times = 1) {
      const time = now()
      if (time >= window.endsAt) closeWindow(time)
      if (inFlight >= limit * times) return false
      inFlight++
      window.most = Math.max(window.most, inFlight)
      return true
    },
    leave(durationMs, owner = '') {
      inFlight--
      if (durationMs === undefined) return
      const { count, totalMs } = done.get(owner) ?? { count: 0, totalMs: 0 }
      done.set(owner, { count: count + 1, totalMs: totalMs + durationMs })
    },
    inFlight: () => inFlight,
    current: () => limit,
  }
}
