// Whether a loop still runs. A loop that fails and retries is alive; one that waits forever is not.

const STALLED_MS = 60_000

export type Heartbeat = {
  /** Called by the loop, once per round. */
  beat: () => void
  /** False when the loop has not called `beat` for `stalledMs`. */
  isAlive: () => boolean
}

export function createHeartbeat(stalledMs = STALLED_MS): Heartbeat {
  let lastMs = performance.now()
  return {
    beat() {
      lastMs = performance.now()
    },
    isAlive: () => performance.now() - lastMs < stalledMs,
  }
}
