// Connections that were just refused are not read again at once: who does not wait as told meets a full socket buffer,
// and the process keeps its time for requests it has taken on.

/** What a socket offers to those who make it wait. */
export type Pausable = { pause(): unknown; resume(): unknown }

export type WaitingRoom = {
  seat(socket: Pausable): void
  /** True when it did not wait: its next request was there before it was called. */
  isEarly(socket: Pausable): boolean
}

export type WaitingRoomOptions = {
  /** What the refusal told them. */
  longestMs: number
  /** Requests answered since the start; so many more can be heard. */
  done: () => number
  now?: () => number
}

const TICK_MS = 20
/** Of those answered, so that refusing again never takes more than a small part of the time. */
const CALLS_PER_DONE = 0.5

/**
 * First come, first called: some for each request that is answered, the others spread over the longest time, and nobody
 * later than that.
 */
export function createWaitingRoom(options: WaitingRoomOptions): WaitingRoom {
  const { longestMs, done, now = () => performance.now() } = options
  /** By the time they came, in that order. One seat each: two would have it called too early for ever after. */
  const seats = new Map<Pausable, number>()
  const called = new Set<Pausable>()
  let timer: NodeJS.Timeout | undefined
  let counted = 0
  let calls = 0

  function call(): void {
    const tooLong = now() - longestMs
    const total = done()
    // The share of the time as well, so that those who came together do not all come back together.
    calls += (total - counted) * CALLS_PER_DONE + (seats.size * TICK_MS) / longestMs
    counted = total
    for (const [socket, since] of seats) {
      if (calls < 1 && since > tooLong) break
      calls = Math.max(0, calls - 1)
      seats.delete(socket)
      called.add(socket)
      socket.resume()
    }
    // What was in their buffers is read before this comes round.
    setImmediate(() => called.clear())
    if (seats.size > 0) return
    clearInterval(timer)
    timer = undefined
    calls = 0
  }

  return {
    seat(socket) {
      socket.pause()
      if (!seats.has(socket)) seats.set(socket, now())
      if (timer) return
      counted = done()
      timer = setInterval(call, TICK_MS).unref()
    },
    isEarly: (socket) => called.has(socket),
  }
}
