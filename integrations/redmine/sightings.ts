// Which rows of a list were read already, so that notes that cannot have changed are not requested.
import { type Issue, versionOf } from './wire.ts'

/** Of an issue, by id: how its row looked, when we first saw it so, and whether it was read well after that. */
type Sighting = { row: string; at: number; sure: boolean }
export type SightingsRecord = { [id: string]: Sighting }

export type Sightings = {
  /** Read, and late enough that nothing can have come into the same second since. */
  isKnown: (row: Issue) => boolean
  /** Already dealt with in this pull: pages overlap by a second. */
  isDone: (row: Issue) => boolean
  /** It was dealt with just now, and `read` on its own or taken as the list has it. */
  note: (row: Issue, read: boolean) => void
  /** For the cursor; only those changed since then. */
  record: (since: string) => SightingsRecord
}

/**
 * A note in the second of the last change leaves the row as it was. So a row counts as read only when it was read again
 * two seconds after it was first seen; that compares our clock with itself, as Redmine does not report its own.
 */
const settleMs = 2_000

/** More are read again, which costs time and loses nothing. */
const most = 2_000

export function createSightings(record: SightingsRecord, now: () => number): Sightings {
  const sightings = new Map(Object.entries(record))
  const done = new Set<string>()
  return {
    isKnown(row) {
      const sighting = sightings.get(String(row.id))
      return sighting !== undefined && sighting.sure && sighting.row === versionOf(row)
    },
    isDone: (row) => done.has(`${row.id} ${versionOf(row)}`),
    note(row, read) {
      const version = versionOf(row)
      done.add(`${row.id} ${version}`)
      if (!read) return
      const before = sightings.get(String(row.id))
      const at = before?.row === version ? before.at : now()
      // Deleted first, so that the newest stand last.
      sightings.delete(String(row.id))
      sightings.set(String(row.id), { row: version, at, sure: now() - at >= settleMs })
    },
    record(since) {
      const kept = [...sightings].filter(([, { row }]) => row >= since)
      return Object.fromEntries(kept.slice(-most))
    },
  }
}
