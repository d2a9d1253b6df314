// Deletes what is left of files: those of deleted tasks, and uploads that ended.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#db/database.ts'
import { sweepFiles } from '#domains/attachments/index.ts'
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { Logger } from '#observe/log.ts'

const ROUND_MS = 30_000

export type FileWorkerOptions = {
  db: Pick<Database, 'retention' | 'tenantTx'>
  bucket: Bucket | null
  log: Pick<Logger, 'info' | 'warn'>
}

export type FileWorker = { stop: () => Promise<void> }

/** In every worker: two that find the same file delete it once. */
export function startFileWorker(options: FileWorkerOptions): FileWorker {
  const stopping = new AbortController()
  const rounds = (async () => {
    while (!stopping.signal.aborted) {
      await runRound(options, stopping.signal)
      await sleep(ROUND_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await rounds
    },
  }
}

async function runRound(
  { db, bucket, log }: FileWorkerOptions,
  signal: AbortSignal,
): Promise<void> {
  try {
    const swept = await sweepFiles({
      retention: db.retention,
      bucket,
      inTenant: (tenantId) => (work) => db.tenantTx(tenantId, (tx) => work({ tx })),
      signal,
      onError: (err, { tenantId: tenant_id, id: attachment_id }) =>
        log.warn({ err, tenant_id, attachment_id }, 'failed to delete a file; it is retried'),
    })
    if (swept > 0) log.info({ files: swept }, 'deleted files')
  } catch (error) {
    log.warn({ err: error }, 'failed to find files to delete; it is retried')
  }
}
