// Rows that go with age, of tables that are too small for partitions.
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

const tables = {
  link_history: { name: sql`link_history`, key: sql`link_id, id`, at: sql`at` },
  /** Their ids go with them: a message repeated after so long is heard again, and what it is about is read again. */
  inbound_messages: {
    name: sql`inbound_messages`,
    key: sql`integration_id, id`,
    at: sql`received_at`,
  },
  /** By the time they were asked for: those that have no end by then have none coming. */
  edge_jobs: { name: sql`edge_jobs`, key: sql`id`, at: sql`created_at` },
} satisfies Record<string, { name: Sql; key: Sql; at: Sql }>

/** How many; fewer than `limit` when none is left. */
export async function deleteOldRows(
  tx: Tx,
  table: keyof typeof tables,
  before: Date,
  limit: number,
): Promise<number> {
  const { name, key, at } = tables[table]
  const rows = await tx.rows(
    sql`
    delete from ${name}
    where ${tx.mine()} and (${key}) in (
      select ${key} from ${name} where ${tx.mine()} and ${at} < ${before} limit ${limit})
    returning id`,
    // A plan made while there was little to delete takes minutes when there is much.
    { planAnew: true },
  )
  return rows.length
}
