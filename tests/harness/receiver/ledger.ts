// What a receiver saw: what arrived and when, what it acknowledged, how often, and in which order.
import { FAULTS, type Fault, RETRY_AFTER_SECONDS } from './faults.ts'

export type Report = {
  arrivals: number
  faults: Record<Fault, number>
  /** Events answered with 2xx to the end, each counted once. */
  acknowledged: number
  /** Answers with 2xx beyond the first of an event. */
  duplicates: number
  /** First answers for an event of a task that was not the next one of it. */
  disorders: number
  /** Came back sooner than Retry-After said. */
  tooEarly: number
  /** The header named another event than the body. */
  misnamed: number
  /** Milliseconds since the epoch of the arrivals, in order. */
  lastArrivalAt: number
}

export type Place = {
  noteArrival: (id: string, body: string) => void
  noteFault: (fault: Fault, id: string) => void
  noteAnswer: (id: string, body: string, isRead: boolean) => void
  report: () => Report
  /** How often each event was acknowledged. */
  acknowledgements: () => Map<string, number>
  /** For each arrival: when, and how long after its event happened, in milliseconds. */
  arrivals: () => { at: number[]; dwell: number[] }
  forget: () => void
}

export type Ledger = { place: (name: string) => Place }

/** A clock that both sides read is not more exact than this. */
const CLOCK_MS = 50

export function openLedger(): Ledger {
  const places = new Map<string, Place>()
  return {
    place(name) {
      const place = places.get(name) ?? openPlace()
      places.set(name, place)
      return place
    },
  }
}

function openPlace(): Place {
  const counts = new Map<string, number>()
  const versions = new Map<string, number>()
  const throttled = new Map<string, number>()
  const arrivals: { at: number[]; dwell: number[] } = { at: [], dwell: [] }
  const faults = Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Report['faults'] // one entry for each
  const tally = { duplicates: 0, disorders: 0, tooEarly: 0, misnamed: 0 }
  const noteFirst = (body: string) => {
    const { data } = JSON.parse(body) as { data: { id: string; version: number } }
    const before = versions.get(data.id) ?? 0
    // Every change of a task is one event, so the one after it is the only one that may follow.
    if (data.version !== before + 1) tally.disorders += 1
    versions.set(data.id, Math.max(before, data.version))
  }
  return {
    noteArrival(id, body) {
      const now = Date.now()
      arrivals.at.push(now)
      arrivals.dwell.push(now - timestampOf(body))
      if (!body.startsWith(`{"id":"${id}"`)) tally.misnamed += 1
      const notBefore = throttled.get(id)
      if (notBefore === undefined) return
      throttled.delete(id)
      if (now < notBefore - CLOCK_MS) tally.tooEarly += 1
    },
    noteFault(fault, id) {
      faults[fault] += 1
      if (fault === 'throttle') throttled.set(id, Date.now() + RETRY_AFTER_SECONDS * 1_000)
    },
    noteAnswer(id, body, isRead) {
      const count = counts.get(id) ?? 0
      counts.set(id, count + 1)
      if (count > 0) tally.duplicates += 1
      else if (isRead) noteFirst(body)
    },
    report: () => ({
      ...tally,
      faults,
      arrivals: arrivals.at.length,
      acknowledged: counts.size,
      lastArrivalAt: arrivals.at.at(-1) ?? 0,
    }),
    acknowledgements: () => counts,
    arrivals: () => arrivals,
    forget() {
      for (const map of [counts, versions, throttled]) map.clear()
      for (const list of Object.values(arrivals)) list.length = 0
    },
  }
}

/** Without reading all of the body: the envelope begins with id, type and timestamp. */
function timestampOf(body: string): number {
  const name = '"timestamp":"'
  const start = body.indexOf(name) + name.length
  return Date.parse(body.slice(start, body.indexOf('"', start)))
}
