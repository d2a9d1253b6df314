// SQL of how webhooks fare.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { type WebhookRow, webhookColumns } from './webhooks.ts'

export async function clearFailing(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    update webhooks set failing_since = null, warned_at = null, paused_until = null
    where ${tx.mine()} and id = ${id} and failing_since is not null`)
}

/** Written once; afterwards only read. */
export async function markFailing(tx: Tx, id: string, now: Date): Promise<WebhookRow | undefined> {
  await tx.rows(sql`
    update webhooks set failing_since = ${now} where ${tx.mine()} and id = ${id} and failing_since is null`)
  return tx.row<WebhookRow>(
    sql`select ${webhookColumns} from webhooks where ${tx.mine()} and id = ${id}`,
  )
}

/** False when another process did. */
export async function markWarned(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx.row(sql`
    update webhooks set warned_at = ${now} where ${tx.mine()} and id = ${id} and warned_at is null returning id`)
  return row !== undefined
}

/** Undefined when it is off already. */
export function disableWebhook(
  tx: Tx,
  id: string,
  reason: 'gone' | 'failing',
  now: Date,
): Promise<WebhookRow | undefined> {
  return tx.row<WebhookRow>(sql`
    update webhooks set enabled = false, disabled_reason = ${reason}, version = version + 1, updated_at = ${now}
    where ${tx.mine()} and id = ${id} and enabled
    returning ${webhookColumns}`)
}

/** Until when a worker sends nothing; of several workers, the one that tries first counts. By the clock of the database. */
export async function notePause(tx: Tx, id: string, waitMs: number): Promise<void> {
  const until = sql`clock_timestamp() + ${waitMs}::float8 * interval '1 millisecond'`
  await tx.rows(sql`
    update webhooks set paused_until =
      case when paused_until > clock_timestamp() then least(paused_until, ${until}) else ${until} end
    where ${tx.mine()} and id = ${id}`)
}

/** Workers that have paused try again. */
export async function noteRetry(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    update webhooks set retried_at = clock_timestamp(), paused_until = null
    where ${tx.mine()} and id = any(${ids}::uuid[])`)
}

/** Null when no worker has paused, or the pause is over. */
export async function findPause(tx: Tx, id: string): Promise<Date | null> {
  const row = await tx.row<{ paused_until: Date }>(sql`
    select paused_until from webhooks where ${tx.mine()} and id = ${id} and paused_until > clock_timestamp()`)
  return row?.paused_until ?? null
}
