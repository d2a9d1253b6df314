// What time it is at the service, as far as its answers tell.

/** On both clocks of this machine. */
type Moment = { wallMs: number; steadyMs: number }

export type ServiceClock = {
  /** Before something is asked, for `hear`. */
  mark(): Moment
  /** `asked`: an answer may have been under way since then. */
  hear(serverTime: string, asked: Moment): void
  nowMs(): number
  offsetMs(): number | undefined
}

export function createServiceClock(
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
): ServiceClock {
  let heard: (Moment & { serverMs: number }) | undefined
  const mark = () => ({ wallMs: wallMs(), steadyMs: steadyMs() })
  /** The later of what both clocks say: one of them may have slept, and what is too late must not be begun. */
  const since = (moment: Moment) =>
    Math.max(steadyMs() - moment.steadyMs, wallMs() - moment.wallMs, 0)
  const nowMs = () => (heard === undefined ? wallMs() : heard.serverMs + since(heard))
  return {
    mark,
    nowMs,
    hear(serverTime, asked) {
      const serverMs = Date.parse(serverTime)
      if (Number.isNaN(serverMs)) return
      // A line that was down for a day brings an answer of yesterday: it does not make it yesterday again.
      const known = heard === undefined ? serverMs : nowMs()
      const latestMs = serverMs + since(asked)
      heard = { serverMs: Math.min(Math.max(known, serverMs), latestMs), ...mark() }
    },
    offsetMs: () => (heard === undefined ? undefined : heard.serverMs - heard.wallMs),
  }
}
