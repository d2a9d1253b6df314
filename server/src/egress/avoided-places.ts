// Addresses that were unreachable a moment ago are tried last, so that a dead address of a name delays one request and not
// every request.

export type AvoidedPlaces = {
  avoid(place: string): void
  /** The other addresses first, otherwise in the given order. */
  order(places: readonly string[]): readonly string[]
}

const AVOID_MS = 30_000
const MAX_PLACES = 1_000

export function createAvoidedPlaces(now = () => performance.now()): AvoidedPlaces {
  const until = new Map<string, number>()
  const isAvoided = (place: string) => (until.get(place) ?? 0) > now()

  return {
    avoid(place) {
      until.delete(place)
      until.set(place, now() + AVOID_MS)
      const [oldest] = until.keys()
      if (until.size > MAX_PLACES && oldest !== undefined) until.delete(oldest)
    },
    order(places) {
      if (until.size === 0 || places.length < 2) return places
      return places.toSorted((a, b) => Number(isAvoided(a)) - Number(isAvoided(b)))
    },
  }
}
