// How much of this process results of connectors may take while they are checked or handed on: a share for each tenant.

import { createByteSemaphore, SemaphoreTimeout } from '#lib/limits/byte-semaphore.ts'
import { Problem } from '#lib/problem.ts'

const semaphore = createByteSemaphore({
  totalBytes: 96 * 2 ** 20,
  shareBytes: 24 * 2 ** 20,
  waitMs: 10_000,
})

/** Before a transaction is begun: what waits here must not hold a connection. */
export async function withResultMemory<T>(
  tenantId: string,
  bytes: number,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await semaphore.during(tenantId, bytes, work)
  } catch (error) {
    if (!(error instanceof SemaphoreTimeout)) throw error
    const detail = 'Other results of this tenant are being processed. Retry in a few seconds.'
    throw new Problem('overloaded', detail, { headers: { 'retry-after': '5' }, cause: error })
  }
}
