// Slots of requests in flight: how many there are and which request holds one.
import type { ServerResponse } from 'node:http'
import type { AdaptiveLimit } from '#lib/adaptive-limit.ts'
import type { SlotShares } from './slot-shares.ts'

export type InFlightSlotsOptions = {
  /** Undefined admits every request. */
  limit: AdaptiveLimit | undefined
  isLagging: () => boolean
  shares: SlotShares | undefined
}

export type InFlightSlots = {
  inFlight: () => number
  free: () => number
  /** False when no slot is free for this owner. */
  acquire: (response: ServerResponse, owner: string, priority?: Priority) => boolean
  release: (response: ServerResponse) => void
  /** Releases the slot without counting the time so far as the duration of a request. */
  pause: (response: ServerResponse) => void
  resume: (response: ServerResponse) => boolean
  /** Keeps the slot, but its time from now on is that of the reader and not the duration of a request. */
  stopTiming: (response: ServerResponse) => void
}

/** `critical`: rejecting it would lose work that was done already. */
export type Priority = 'normal' | 'critical'

/** A property: an entry in a WeakMap for every request would be a considerable part of garbage collection. */
const slotOf = Symbol('slot')
/** `since` is null while the response does not hold a slot. */
type Slot = { owner: string; priority: Priority; since: number | null; durationMs?: number }
type WithSlot = ServerResponse & { [slotOf]?: Slot }

/** Of the limit, with what owners get that have less than others. */
const OVERCOMMIT_FACTOR = 2
/** Of the limit, with critical requests: what all others together cannot use. */
const CRITICAL_FACTOR = 1.5

export function createInFlightSlots({
  limit,
  isLagging,
  shares,
}: InFlightSlotsOptions): InFlightSlots {
  let inFlight = 0

  function isFree(owner: string, priority: Priority): boolean {
    if (isLagging()) return false
    if (!limit) return true
    const factor = priority === 'critical' ? CRITICAL_FACTOR : 1
    const slots = limit.current() * factor
    if ((shares?.mayAcquire(owner, slots) ?? true) && limit.enter(factor)) return true
    // The limit may have been lowered while one owner held most of it.
    return (
      shares?.isBelowFairShare(owner, limit.current()) === true && limit.enter(OVERCOMMIT_FACTOR)
    )
  }

  function acquire(response: ServerResponse, owner: string, priority: Priority): boolean {
    if (!isFree(owner, priority)) return false
    inFlight++
    shares?.acquire(owner)
    ;(response as WithSlot)[slotOf] = { owner, priority, since: performance.now() } // a property of this module alone
    return true
  }

  function release(response: ServerResponse, isOver: boolean): void {
    const slot = (response as WithSlot)[slotOf] // as above
    if (!slot || slot.since === null) return
    const { owner, since } = slot
    slot.since = null
    inFlight--
    shares?.release(owner)
    const durationMs = slot.durationMs ?? performance.now() - since
    limit?.leave(isOver ? durationMs : undefined, owner)
  }

  return {
    inFlight: () => inFlight,
    free() {
      if (isLagging()) return 0
      return limit ? limit.current() - inFlight : Number.POSITIVE_INFINITY
    },
    acquire: (response, owner, priority = 'normal') => acquire(response, owner, priority),
    release: (response) => release(response, true),
    pause: (response) => release(response, false),
    resume(response) {
      const slot = (response as WithSlot)[slotOf] // as above
      if (!slot || slot.since !== null || response.closed) return true
      return acquire(response, slot.owner, slot.priority)
    },
    stopTiming(response) {
      const slot = (response as WithSlot)[slotOf] // as above
      if (slot && slot.since !== null) slot.durationMs = performance.now() - slot.since
    },
  }
}
