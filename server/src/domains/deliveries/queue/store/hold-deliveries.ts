// Deliveries of a suspended tenant. They are held, not sent: the dispatcher queues them when the tenant is active again. In
// the meantime they cost the queue nothing.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { timeOfUuid } from '#lib/uuid.ts'
import type { DeliveryJob } from '../delivery-job.ts'

/**
 * Keeps the attempts of these jobs out of the queue: deferred without a time. An attempt after the given one is held too,
 * because its job may not have been added. The lists of IDs and times select by the primary key.
 */
export async function holdDeliveries(tx: Tx, jobs: readonly DeliveryJob[]): Promise<void> {
  const asked = jobs.flatMap(({ deliveries, round, try: attempt }) =>
    deliveries.map((id) => ({ id, round, try: attempt })),
  )
  const ids = asked.map(({ id }) => id)
  await tx.rows(sql`
    update deliveries d set is_deferred = true, next_attempt_at = null
    from json_to_recordset(${JSON.stringify(asked)}) as asked (id uuid, round integer, try integer)
    where ${tx.mine('d')} and d.id = any(${ids}::uuid[]) and d.created_at = any(${ids.map(timeOfUuid)}::timestamptz[])
      and d.id = asked.id and d.round = asked.round and d.tries >= asked.try - 1
      and d.status = 'pending' and not d.is_deferred`)
}
