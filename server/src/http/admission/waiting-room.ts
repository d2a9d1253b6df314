// Connections that were just refused are not read again at once: who does not wait as told meets a full socket buffer,
// and the process keeps its time for requests it has taken on.

/** What a socket offers to those who make it wait. */
export type Pausable = { pause(): unknown; resume(): unknown }

export type WaitingRoom = {
  seat(socket: Pausable): void
  /** True when its request was there before its time: an answer to it would be late, and others have waited as told. */
  isStale(socket: Pausable): boolean
}

export type WaitingRoomOptions = {
  /** Less than the refusal told them: who comes back then is not kept waiting. */
  longestMs: number
  /** How many more could be taken on now. */
  freePlaces: () => number
  now?: () => number
}

const TICK_MS = 20

/**
 * Who came last is called first, as places become free: its request is fresh. Who waits longest is called when the time
 * is up, to be refused again; a share of them at each tick, so that those who came together do not return together.
 */
export function createWaitingRoom(options: WaitingRoomOptions): WaitingRoom {
  const { longestMs, freePlaces, now = () => performance.now() } = options
  const seats: { socket: Pausable; since: number }[] = []
  /** One seat each: two would have it called too early for ever after. */
  const seated = new Set<Pausable>()
  const stale = new Set<Pausable>()
  let timer: NodeJS.Timeout | undefined
  let share = 0

  function call(socket: Pausable): void {
    seated.delete(socket)
    socket.resume()
  }

  function tick(): void {
    const fresh = seats.splice(Math.max(0, seats.length - Math.max(0, freePlaces())))
    for (const { socket } of fresh) call(socket)
    share += (seats.length * TICK_MS) / longestMs
    const tooLong = now() - longestMs
    const staying = seats.findIndex(({ since }, index) => index + 1 > share && since > tooLong)
    const leaving = seats.splice(0, staying < 0 ? seats.length : staying)
    share = Math.max(0, share - leaving.length)
    for (const { socket } of leaving) {
      stale.add(socket)
      call(socket)
    }
    // What was in their buffers is read before this comes round.
    setImmediate(() => stale.clear())
    if (seats.length > 0) return
    clearInterval(timer)
    timer = undefined
    share = 0
  }

  return {
    seat(socket) {
      socket.pause()
      if (seated.has(socket)) return
      seated.add(socket)
      seats.push({ socket, since: now() })
      timer ??= setInterval(tick, TICK_MS).unref()
    },
    isStale: (socket) => stale.has(socket),
  }
}
