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

/** First come, first called: some for each request that is answered, and everybody after the longest time. */
export function createWaitingRoom(options: WaitingRoomOptions): WaitingRoom {
  const { longestMs, done, now = () => performance.now() } = options
  let seats: { socket: Pausable; since: number }[] = []
  let called = new Set<Pausable>()
  let timer: NodeJS.Timeout | undefined
  let counted = 0
  let calls = 0

  function call(): void {
    const tooLong = now() - longestMs
    const total = done()
    calls += (total - counted) * CALLS_PER_DONE
    counted = total
    const ready = seats.findIndex(({ since }, index) => index + 1 > calls && since > tooLong)
    const leaving = seats.slice(0, ready < 0 ? seats.length : ready)
    seats = seats.slice(leaving.length)
    calls = seats.length === 0 ? 0 : Math.max(0, calls - leaving.length)
    called = new Set(leaving.map(({ socket }) => socket))
    for (const socket of called) socket.resume()
    // What was in their buffers is read before this comes round.
    setImmediate(() => called.clear())
    if (seats.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    seat(socket) {
      socket.pause()
      seats.push({ socket, since: now() })
      if (timer) return
      counted = done()
      timer = setInterval(call, TICK_MS).unref()
    },
    isEarly: (socket) => called.has(socket),
  }
}
