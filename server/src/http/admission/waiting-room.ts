// Connections that were just refused are not read again at once: who does not wait as told meets a full socket buffer,
// and the process keeps its time for requests it has taken on.

/** What a socket offers to those who make it wait. */
export type Pausable = { pause(): unknown; resume(): unknown }

export type WaitingRoom = { seat(socket: Pausable): void }

/** So many refusals take less than a tenth of a core. */
const CALLS_PER_SECOND = 2_000
/** Half of what `Retry-After` says: who comes back when told to is not kept waiting. */
const LONGEST_MS = 500
const TICK_MS = 20

/** First come, first called. With few waiting, each is called at the next tick. */
export function createWaitingRoom(now: () => number = () => performance.now()): WaitingRoom {
  let seats: { socket: Pausable; since: number }[] = []
  let timer: NodeJS.Timeout | undefined

  function call(): void {
    const tooLong = now() - LONGEST_MS
    let count = 0
    for (const { socket, since } of seats) {
      if (count >= (CALLS_PER_SECOND * TICK_MS) / 1000 && since > tooLong) break
      socket.resume()
      count++
    }
    seats = seats.slice(count)
    if (seats.length > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    seat(socket) {
      socket.pause()
      seats.push({ socket, since: now() })
      timer ??= setInterval(call, TICK_MS).unref()
    },
  }
}
