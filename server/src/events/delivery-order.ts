// The lock under which deliveries of one webhook get in line and leave it.
import { type Sql, sql } from '#db/sql.ts'

type Transaction = { rows<Row>(statement: Sql): Promise<Row[]> }

/**
 * Taken by whoever adds to a line and by whoever ends what stands first in one: without it both could miss each other,
 * and the delivery that waits would wait for ever. In one order, so that nobody waits for each other.
 */
export async function lockOrder(tx: Transaction, webhookIds: readonly string[]): Promise<void> {
  if (webhookIds.length === 0) return
  const sorted = [...new Set(webhookIds)].toSorted()
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest(${sorted}::text[]) as id order by id`)
}
