// What is known about keys and tokens, and how long it may be believed: for half a second as it is, and for longer as long as the
// database says that no access has changed since.
import type { Reader } from '#db/reader.ts'
import { createAccessWatch } from './access-watch.ts'

export type Known<Row> = {
  owner: Row | undefined
  /** The number of changes there had been when this was read. */
  version: number
  msLeft: number | null
}

export type OwnerMemory<Row> = {
  find: (digest: Buffer) => Promise<Row | undefined>
  /** Whether the credential worked when it was last looked up. */
  wasSeen: (digest: Buffer) => Promise<boolean>
}

type Entry<Row> = { known: Promise<Known<Row>>; readAt: number }

const MAX_ENTRIES = 50_000

export function createOwnerMemory<Row>(options: {
  auth: Reader
  lookUp: (digest: Buffer) => Promise<Known<Row>>
  freshMs: number
  now: () => number
}): OwnerMemory<Row> {
  const { lookUp, now } = options
  const entries = new Map<string, Entry<Row>>()
  const { isFresh, readVersion } = createAccessWatch(options)

  async function isBelievable(entry: Entry<Row>): Promise<boolean> {
    const { version, msLeft } = await entry.known
    if (msLeft !== null && now() - entry.readAt >= msLeft) return false
    return isFresh(entry) || version === (await readVersion())
  }

  function remember(id: string, digest: Buffer): Entry<Row> {
    const entry: Entry<Row> = { readAt: now(), known: lookUp(digest) }
    entry.known.catch(() => {
      if (entries.get(id) === entry) entries.delete(id)
    })
    if (entries.size >= MAX_ENTRIES) entries.clear()
    entries.set(id, entry)
    return entry
  }

  return {
    async find(digest) {
      const id = digest.toString('base64')
      const entry = entries.get(id)
      if (entry && (await isBelievable(entry))) return (await entry.known).owner
      // If several callers found it stale, the first has started a new lookup.
      const current = entries.get(id)
      const asked = current && current !== entry ? current : remember(id, digest)
      return (await asked.known).owner
    },
    async wasSeen(digest) {
      const entry = entries.get(digest.toString('base64'))
      return entry !== undefined && (await entry.known).owner !== undefined
    },
  }
}
