// Estimates the clock of the service from its responses.

/** On both clocks of this machine. */
type Moment = { wallMs: number; steadyMs: number }

export type ServiceClock = {
  /** Before a request, for `update`. */
  mark(): Moment
  /** `sent`: when the request was sent; the response may have taken until now. */
  update(serverTime: string, sent: Moment): void
  nowMs(): number
  offsetMs(): number | undefined
}

export function createServiceClock(
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
): ServiceClock {
  let latest: (Moment & { serverMs: number }) | undefined
  const mark = () => ({ wallMs: wallMs(), steadyMs: steadyMs() })
  /** The larger of both clocks: one of them may have been suspended, and expired jobs must not start. */
  const since = (moment: Moment) =>
    Math.max(steadyMs() - moment.steadyMs, wallMs() - moment.wallMs, 0)
  const nowMs = () => (latest === undefined ? wallMs() : latest.serverMs + since(latest))
  return {
    mark,
    nowMs,
    update(serverTime, sent) {
      const serverMs = Date.parse(serverTime)
      if (Number.isNaN(serverMs)) return
      // After a long outage a late response carries an old time, which must not set the clock back.
      const known = latest === undefined ? serverMs : nowMs()
      const latestMs = serverMs + since(sent)
      latest = { serverMs: Math.min(Math.max(known, serverMs), latestMs), ...mark() }
    },
    offsetMs: () => (latest === undefined ? undefined : latest.serverMs - latest.wallMs),
  }
}
