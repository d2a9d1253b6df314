// The lock under which ordered deliveries of one webhook are added and completed.
import { type Sql, sql } from '#db/sql.ts'

type Transaction = { rows<Row>(statement: Sql): Promise<Row[]> }

/**
 * Taken when a delivery is added behind another one, and when the first one ends: without it both could miss each other, and
 * the waiting delivery would wait forever. Sorted, to avoid deadlocks.
 */
export async function lockOrder(tx: Transaction, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return
  const sorted = [...new Set(webhookIds)].toSorted()
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest(${sorted}::text[]) as id order by id`)
}
