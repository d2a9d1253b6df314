// The places of requests in progress: how many there are, who holds one, and what becomes of it.
import type { ServerResponse } from 'node:http'
import type { AdaptiveLimit } from '#lib/adaptive-limit.ts'
import type { PlaceShares } from './place-shares.ts'

export type PlacesOptions = {
  /** Undefined lets everybody in. */
  limit: AdaptiveLimit | undefined
  isLagging: () => boolean
  shares: PlaceShares | undefined
}

export type Places = {
  atHand: () => number
  free: () => number
  /** False when there is none for this owner. */
  take: (response: ServerResponse, owner: string) => boolean
  giveBack: (response: ServerResponse) => void
  /** What was done so far says nothing about how long a request takes. */
  pause: (response: ServerResponse) => void
  resume: (response: ServerResponse) => boolean
}

/** Of the limit, with what those get who have less than others. */
const MOST_TIMES = 2

export function createPlaces({ limit, isLagging, shares }: PlacesOptions): Places {
  let atHand = 0
  const held = new WeakMap<ServerResponse, { owner: string; since: number }>()
  const owners = new WeakMap<ServerResponse, string>()

  function isFree(owner: string): boolean {
    if (isLagging()) return false
    if (!limit) return true
    if ((shares?.mayTake(owner, limit.current()) ?? true) && limit.enter()) return true
    // The limit may have been lowered while one owner held most of it.
    return shares?.hasLess(owner, limit.current()) === true && limit.enter(MOST_TIMES)
  }

  function take(response: ServerResponse, owner: string): boolean {
    if (!isFree(owner)) return false
    atHand++
    shares?.take(owner)
    owners.set(response, owner)
    held.set(response, { owner, since: performance.now() })
    return true
  }

  function giveBack(response: ServerResponse, isOver: boolean): void {
    const place = held.get(response)
    if (!place) return
    held.delete(response)
    atHand--
    shares?.giveBack(place.owner)
    limit?.leave(isOver ? performance.now() - place.since : undefined, place.owner)
  }

  return {
    atHand: () => atHand,
    free() {
      if (isLagging()) return 0
      return limit ? limit.current() - atHand : Number.POSITIVE_INFINITY
    },
    take,
    giveBack: (response) => giveBack(response, true),
    pause: (response) => giveBack(response, false),
    resume(response) {
      const owner = owners.get(response)
      if (owner === undefined || held.has(response) || response.closed) return true
      return take(response, owner)
    },
  }
}
