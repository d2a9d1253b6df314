// What an idle dispatcher asks several times a second: one statement each, instead of a transaction with all steps of a round.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import { isAlmostDue } from '#domains/deliveries/queue/index.ts'

/**
 * The progress and the transactions that are visible. After a round that found nothing, the next one finds nothing either as long
 * as this text is the same.
 */
export async function readVisible(look: Reader): Promise<string> {
  const [row] = await look.rows<{ visible: string }>(sql`
    select concat_ws(' ', done, target, xid, id, pg_current_snapshot()) as visible from dispatch_progress`)
  return row?.visible ?? ''
}

/** Whether `dispatchRest` may have something to do. */
export async function hasRest(look: Reader): Promise<boolean> {
  const [row] = await look.rows<{ has_rest: boolean }>(sql`
    select exists (select from dispatch_ranges)
      or exists (select from deliveries where queued_at is null and status = 'pending')
      or exists (select from deliveries where is_deferred and next_attempt_at is null)
      or exists (select from deliveries where ${isAlmostDue}) as has_rest`)
  return row?.has_rest ?? true
}
