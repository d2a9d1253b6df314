// One worker of the installation runs maintenance at a time. Times are those of the database, which all workers share.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'

export type MaintenanceLease = {
  /** False when another worker has taken it: then this round must end. */
  renew: () => Promise<boolean>
  /** No worker needs to run maintenance before `dueMs` from now. */
  release: (dueMs: number) => Promise<void>
}

/** Longer than one step of maintenance takes; after it another worker replaces one that died. */
const LEASE_MS = 120_000

/** Undefined while another worker holds it, or when maintenance is not due. */
export async function claimMaintenance(
  maintenance: Reader,
  holder: string,
): Promise<MaintenanceLease | undefined> {
  const heldUntil = sql`now() + ${LEASE_MS}::bigint * interval '1 ms'`
  const claimed = await maintenance.rows(sql`
    update maintenance_lease set holder = ${holder}, held_until = ${heldUntil}
    where due_at <= now() and (held_until is null or held_until < now()) returning true`)
  if (claimed.length === 0) return undefined
  return {
    async renew() {
      const renewed = await maintenance.rows(sql`
        update maintenance_lease set held_until = ${heldUntil} where holder = ${holder} returning true`)
      return renewed.length > 0
    },
    async release(dueMs) {
      await maintenance.rows(sql`
        update maintenance_lease
        set holder = null, held_until = null, due_at = now() + ${dueMs}::bigint * interval '1 ms'
        where holder = ${holder}`)
    },
  }
}
