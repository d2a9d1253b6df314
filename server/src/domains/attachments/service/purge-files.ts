// Deletes what is left of files: uploads that ended without a response, and files whose task was deleted.
import type { Reader } from '#db/reader.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { Bucket } from '#egress/bucket/bucket.ts'
import { objectKey } from '../object-key.ts'
import {
  deleteGivenUp,
  deleteLeftover,
  giveUpLeftover,
  type Leftover,
  listLeftovers,
} from '../store.ts'

type Write = <T>(work: (ctx: { tx: Tx }) => Promise<T>) => Promise<T>

/** Of an upload that failed, or whose first request is repeated. A file that was stored stays. */
export async function discardUpload(
  write: Write,
  { id, isInBucket }: { id: string; isInBucket: boolean },
): Promise<boolean> {
  // Its object may still come into being: what was sent may be processed after the connection ended.
  return write(({ tx }) =>
    isInBucket ? giveUpLeftover(tx, id, null) : deleteLeftover(tx, id, null),
  )
}

/** Much longer than the time between two chunks of an upload at the minimum rate, which is half a minute. */
export const UPLOAD_ABANDONED_MS = 10 * 60_000
const BATCH = 200

export type SweepParts = {
  retention: Reader
  /** Null if there is none: what is in one then stays. */
  bucket: Bucket | null
  inTenant: (tenantId: string) => Write
  onError: (error: unknown, file: { tenantId: string; id: string }) => void
  signal?: AbortSignal
  /** Only tests and proofs pass another. */
  abandonedMs?: number
}

/** One file per transaction. Returns their number. */
export async function sweepFiles(parts: SweepParts): Promise<number> {
  // Those in the database first: a bucket that does not respond delays nothing but what is in it.
  const swept = await sweepPlace(parts, false)
  return parts.bucket ? swept + (await sweepPlace(parts, true)) : swept
}

async function sweepPlace(
  { retention, bucket, inTenant, onError, signal, abandonedMs = UPLOAD_ABANDONED_MS }: SweepParts,
  hasBucket: boolean,
): Promise<number> {
  const uploadedBefore = new Date(Date.now() - abandonedMs)
  for (let swept = 0; ; ) {
    const options = { limit: BATCH, hasBucket }
    const found = await listLeftovers(retention, uploadedBefore, options)
    let deleted = 0
    for (const leftover of found) {
      const { tenant_id: tenantId, id } = leftover
      if (signal?.aborted) return swept + deleted
      const gone = sweepFile(leftover, { write: inTenant(tenantId), bucket, uploadedBefore })
      if (await gone.catch((error: unknown) => onError(error, { tenantId, id }))) deleted++
    }
    swept += deleted
    // What failed is found again in the next round.
    if (deleted === 0 || found.length < BATCH) return swept
  }
}

type Sweep = { write: Write; bucket: Bucket | null; uploadedBefore: Date }

/** The row goes last: as long as there is an object, something knows of it. */
async function sweepFile(
  { tenant_id: tenantId, id, in_bucket: isInBucket }: Leftover,
  { write, bucket, uploadedBefore }: Sweep,
): Promise<boolean> {
  if (!isInBucket) return write(({ tx }) => deleteLeftover(tx, id, uploadedBefore))
  // An upload that continues after all cannot succeed from here on.
  if (!bucket || !(await write(({ tx }) => giveUpLeftover(tx, id, uploadedBefore)))) return false
  await bucket.remove(objectKey(tenantId, id))
  await write(({ tx }) => deleteGivenUp(tx, id))
  return true
}
