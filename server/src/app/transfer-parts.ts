// Limits of file transfers: the size of files, and the memory that uploads and downloads hold.
import type { AnyConfig } from '#config/config.ts'
import type { FileLimits } from '#domains/attachments/index.ts'
import type { ImportLimits } from '#domains/imports/index.ts'
import { type ByteBudget, createByteBudget } from '#http/body/byte-budget.ts'
import { CHUNK_BYTES } from '#lib/cut-chunks.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'

type Limits = Pick<AnyConfig, 'limits'>

export function uploadLimits({ limits }: Limits): { files: FileLimits; imports: ImportLimits } {
  return {
    files: { fileBytes: limits.attachmentBytes, storageBytes: limits.attachmentStorageBytes },
    imports: { maxImports: limits.imports, storageBytes: limits.importStorageBytes },
  }
}

/** Of a transfer, the chunk that is filled or sent and the one before it. */
export function transferMemory({ limits }: Limits): {
  memory: ByteBudget
  bytesPerTransfer: number
} {
  const totalBytes = limits.attachmentMemoryBytes
  const memory = createByteBudget({ totalBytes, freeBytesPerLease: 0 })
  const name = 'task_service.attachments'
  observeGauge(`${name}.held_bytes`, 'Memory held by file transfers', memory.heldBytes)
  observeCount(
    `${name}.rejected`,
    'File transfers rejected because of the memory budget',
    memory.refusedCount,
  )
  return { memory, bytesPerTransfer: 2 * CHUNK_BYTES }
}
