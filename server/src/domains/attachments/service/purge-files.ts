// Deletes what is left of files: uploads that ended without a response, and files whose task was deleted.
import type { Reader } from '#db/reader.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { deleteLeftover, listLeftovers } from '../store.ts'

type Write = <T>(work: (ctx: { tx: Tx }) => Promise<T>) => Promise<T>

/** Of an upload that failed, or whose first request is repeated. A file that was stored stays. */
export async function discardUpload(write: Write, id: string): Promise<void> {
  await write(({ tx }) => deleteLeftover(tx, id, null))
}

/** Much longer than the time between two chunks of an upload at the minimum rate, which is half a minute. */
export const UPLOAD_ABANDONED_MS = 10 * 60_000
const BATCH = 200

export type SweepParts = {
  retention: Reader
  inTenant: (tenantId: string) => Write
  onError: (error: unknown, file: { tenantId: string; id: string }) => void
  signal?: AbortSignal
  /** Only tests and proofs pass another. */
  abandonedMs?: number
}

/** One file per transaction. Returns their number. */
export async function sweepFiles({
  retention,
  inTenant,
  onError,
  signal,
  abandonedMs = UPLOAD_ABANDONED_MS,
}: SweepParts): Promise<number> {
  const uploadedBefore = new Date(Date.now() - abandonedMs)
  for (let swept = 0; ; ) {
    const found = await listLeftovers(retention, uploadedBefore, BATCH)
    let deleted = 0
    for (const { tenant_id: tenantId, id } of found) {
      if (signal?.aborted) return swept + deleted
      const gone = inTenant(tenantId)(({ tx }) => deleteLeftover(tx, id, uploadedBefore))
      if (await gone.catch((error: unknown) => onError(error, { tenantId, id }))) deleted++
    }
    swept += deleted
    // What failed is found again in the next round.
    if (deleted === 0 || found.length < BATCH) return swept
  }
}
