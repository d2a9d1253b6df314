// What time it is at the service, as far as its answers tell.

export type ServiceClock = {
  hear(serverTime: string): void
  nowMs(): number
  offsetMs(): number | undefined
}

export function createServiceClock(
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
): ServiceClock {
  let heard: { serverMs: number; wallMs: number; steadyMs: number } | undefined
  return {
    hear(serverTime) {
      const serverMs = Date.parse(serverTime)
      if (!Number.isNaN(serverMs)) heard = { serverMs, wallMs: wallMs(), steadyMs: steadyMs() }
    },
    /** The later of what both clocks say: one of them may have slept, and what is too late must not be begun. */
    nowMs() {
      if (heard === undefined) return wallMs()
      return heard.serverMs + Math.max(steadyMs() - heard.steadyMs, wallMs() - heard.wallMs)
    },
    offsetMs: () => (heard === undefined ? undefined : heard.serverMs - heard.wallMs),
  }
}
