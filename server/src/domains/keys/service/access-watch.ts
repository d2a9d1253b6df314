// How many changes of access there have been, asked at most twice a second: as long as the number stays the same, what
// a process knows about keys, users and tenants is true.
import type { Reader } from '#db/reader.ts'
import { readAccessVersion } from '../store.ts'

export const FRESH_MS = 500

export type AccessWatch = {
  isFresh: (answer: { readAt: number }) => boolean
  readVersion: () => Promise<number>
}

export function createAccessWatch(options: {
  auth: Reader
  /** How long an answer from the database is believed. */
  freshMs: number
  now: () => number
}): AccessWatch {
  const { auth, freshMs, now } = options
  let latest: { version: Promise<number>; readAt: number } | undefined
  const isFresh = ({ readAt }: { readAt: number }) => now() - readAt < freshMs
  return {
    isFresh,
    readVersion() {
      if (latest && isFresh(latest)) return latest.version
      // The age counts from before the question: an answer may be as old as its question.
      const asked = { readAt: now(), version: readAccessVersion(auth) }
      latest = asked
      asked.version.catch(() => {
        if (latest === asked) latest = undefined
      })
      return asked.version
    },
  }
}
