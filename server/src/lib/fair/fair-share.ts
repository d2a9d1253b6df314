// Places shared by several owners: an owner may hold as many as it leaves free, and the rest of its work waits. The more
// owners compete, the less each gets. A single owner gets all places but one, which stays free for the next owner.
import { Problem } from '../problem.ts'

export type FairShare = <T>(owner: string, work: () => Promise<T>) => Promise<T>

export type FairShareOptions = {
  places: number
  /** Per owner, even while no other owner is active. */
  maxPlaces?: number
  /** Per owner; further calls get 503. */
  maxWaiting: number
  maxWaitMs: number
  /** What is shared, for the message: `database connections for writes`. */
  what: string
}

type Start = () => void

export function createFairShare(options: FairShareOptions): FairShare {
  const places = createPlaces(options.places, options.maxPlaces)
  /** In the order of their turns. */
  const lines = new Map<string, Start[]>()

  const isFree = (owner: string) => {
    const isWanted = lines.size > (lines.has(owner) ? 1 : 0)
    return places.isFree(owner, { isWanted })
  }

  function startNext(): void {
    for (const [owner, line] of lines) {
      if (!isFree(owner)) continue
      const start = line.shift()
      lines.delete(owner)
      if (line.length > 0) lines.set(owner, line) // behind the others; this loop reaches it again
      start?.()
    }
  }

  function waitInLine(owner: string): Promise<void> {
    const line = lines.get(owner) ?? []
    if (line.length >= options.maxWaiting) throw refusal(options, line.length)
    lines.set(owner, line)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.splice(line.indexOf(start), 1)
        if (line.length === 0) lines.delete(owner)
        reject(refusal(options, line.length))
      }, options.maxWaitMs)
      const start = () => {
        clearTimeout(timer)
        // Taken here and not by the waiting call, so that no later call can overtake it.
        places.take(owner)
        resolve()
      }
      line.push(start)
    })
  }

  return async (owner, work) => {
    if (isFree(owner) && !lines.has(owner)) places.take(owner)
    else await waitInLine(owner)
    try {
      return await work()
    } finally {
      places.giveBack(owner)
      startNext()
    }
  }
}

function createPlaces(count: number, max = Number.POSITIVE_INFINITY) {
  const taken = new Map<string, number>()
  let total = 0
  const takenBy = (owner: string) => taken.get(owner) ?? 0
  return {
    /** `isWanted`: others wait for a place. */
    isFree(owner: string, { isWanted }: { isWanted: boolean }): boolean {
      const left = count - total
      const own = takenBy(owner)
      if (own >= max) return false
      if (own === 0) return left > 0
      return own === total && !isWanted ? left > 1 : own < left
    },
    take(owner: string): void {
      taken.set(owner, takenBy(owner) + 1)
      total++
    },
    giveBack(owner: string): void {
      if (takenBy(owner) > 1) taken.set(owner, takenBy(owner) - 1)
      else taken.delete(owner)
      total--
    },
  }
}

function refusal({ what, places }: FairShareOptions, waiting: number): Problem {
  const detail = `This tenant uses its share of the ${places} ${what} of this process, and ${waiting} more of its requests are waiting. Send fewer concurrent requests.`
  return new Problem('overloaded', detail, { headers: { 'retry-after': '1' } })
}
