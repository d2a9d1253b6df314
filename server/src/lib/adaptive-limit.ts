// An adaptive concurrency limit: as many in flight as complete within the target. A longer queue adds latency, not throughput.

export type AdaptiveLimitOptions = {
  max: number
  /** At this concurrency or below, slow requests are slow on their own and not because of a queue. */
  min: number
  /** Mean duration above which the limit is lowered. */
  targetMs: number
  now?: () => number
}

export type AdaptiveLimit = {
  /** False when the limit is reached, or `times` the limit; true takes a slot, which `leave` releases. */
  enter(times?: number): boolean
  /** Without a duration, the call is not counted in the measured latency. */
  leave(durationMs?: number, owner?: string): void
  inFlight(): number
  current(): number
}

const WINDOW_MS = 100
/** Growth of the limit per healthy window: from minimum to maximum within seconds. */
const GROWTH = 0.1

type Done = { count: number; totalMs: number }

/** The median over owners: an overloaded process is slow for most of them, a greedy owner only for itself. */
function medianMeanMs(byOwner: ReadonlyMap<string, Done>): number {
  const means = [...byOwner.values()].map(({ count, totalMs }) => totalMs / count)
  return means.toSorted((a, b) => a - b)[Math.floor((means.length - 1) / 2)] ?? 0
}

/**
 * Little's law: mean duration = concurrency / throughput. So when a window exceeds the target, the concurrency that would
 * have met it follows directly; no search is needed.
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
