// When credentials were last used: noted in passing, and written down so rarely that no request notices.
import { fingerprintOf } from '#crypto/key-digest.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { noteUse } from '../store.ts'

export type KeyUseLog = {
  /** Costs a look into memory. */
  note: (tenantId: string, digest: Buffer, id?: string) => void
  /** Waits for what is being written and lets go of the rest. */
  stop: () => Promise<void>
}

/** What is known of a key may be so old. */
const EVERY_MS = 10 * 60_000
/** Processes that use the same key leave writing to each other. */
const LEAST_MS = 5 * 60_000
/** Beyond this the database does not keep up, and a use goes unnoted. */
const MAX_WAITING = 10_000

export type CredentialUse = { digest: Buffer; id: string; at: Date }

type UseLogOptions = {
  write: (tenantId: string, work: (tx: Tx) => Promise<void>) => Promise<void>
  onError: (error: unknown) => void
  now?: () => number
}

export function createKeyUseLog(options: UseLogOptions): KeyUseLog {
  return createUseLog(options, (tx, { digest, at }, leastMs) =>
    noteUse(tx, { fingerprint: fingerprintOf(digest), at }, leastMs),
  )
}

/** `record` writes nothing if what is known is newer than `leastMs` before the use. */
export function createUseLog(
  options: UseLogOptions,
  record: (tx: Tx, use: CredentialUse, leastMs: number) => Promise<void>,
): KeyUseLog {
  const now = options.now ?? Date.now
  /** By the digest in memory, which is the same object for every request with that key. */
  const notedAt = new WeakMap<Buffer, number>()
  const waiting: (CredentialUse & { tenantId: string })[] = []
  let writing: Promise<void> | undefined

  /** One at a time: there is no hurry. */
  async function drain(): Promise<void> {
    for (let use = waiting.shift(); use; use = waiting.shift()) {
      const { tenantId, ...rest } = use
      try {
        await options.write(tenantId, (tx) => record(tx, rest, LEAST_MS))
      } catch (error) {
        options.onError(error)
      }
    }
    writing = undefined
  }

  return {
    note(tenantId, digest, id = '') {
      const time = now()
      const last = notedAt.get(digest)
      if (last !== undefined && time - last < EVERY_MS) return
      if (waiting.length >= MAX_WAITING) return
      notedAt.set(digest, time)
      waiting.push({ tenantId, digest, id, at: new Date(time) })
      writing ??= drain()
    },
    async stop() {
      waiting.length = 0
      await writing
    },
  }
}
