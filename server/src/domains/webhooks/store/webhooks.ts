// SQL of webhooks.
import type { WebhookFilter } from '@task-service/contract'
import type { Sealed } from '#crypto/sealed-secret.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type WebhookRow = {
  id: string
  url: string
  description: string
  event_types: string[]
  filter: WebhookFilter
  ordering: 'none' | 'task'
  enabled: boolean
  disabled_reason: 'manual' | 'gone' | 'failing' | null
  secret: Sealed
  previous_secret: Sealed | null
  previous_secret_until: Date | null
  headers: Sealed | null
  header_names: string[]
  failing_since: Date | null
  warned_at: Date | null
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

export const webhookColumns = sql`id, url, description, event_types, filter, ordering, enabled, disabled_reason, secret,
  previous_secret, previous_secret_until, headers, header_names, failing_since, warned_at, version, created_by,
  created_at, updated_at`

export function findWebhook(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<WebhookRow | undefined> {
  return tx.row<WebhookRow>(sql`
    select ${webhookColumns} from webhooks
    where ${tx.mine()} and id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function listWebhooks(
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<WebhookRow[]> {
  return tx.rows<WebhookRow>(sql`
    select ${webhookColumns} from webhooks
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id
    limit ${limit}`)
}

/** Serializes counting until the transaction ends: two concurrent requests could both find one free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${tx.tenantId}`}, 0))`,
  )
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function countWebhooks(tx: Tx, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from (select from webhooks where ${tx.mine()} limit ${most}) as found`)
  return row?.count ?? 0
}

export async function insertWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.rows(sql`
    insert into webhooks (tenant_id, ${webhookColumns})
    values (${tx.tenantId}, ${row.id}, ${row.url}, ${row.description}, ${row.event_types},
      ${JSON.stringify(row.filter)}, ${row.ordering}, ${row.enabled}, ${row.disabled_reason}, ${row.secret},
      ${row.previous_secret}, ${row.previous_secret_until}, ${row.headers}, ${row.header_names},
      ${row.failing_since}, ${row.warned_at}, ${row.version}, ${row.created_by}, ${row.created_at},
      ${row.updated_at})`)
}

/** Everything that a request may change. */
export async function updateWebhook(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.rows(sql`
    update webhooks set url = ${row.url}, description = ${row.description}, event_types = ${row.event_types},
      filter = ${JSON.stringify(row.filter)}, ordering = ${row.ordering}, enabled = ${row.enabled},
      disabled_reason = ${row.disabled_reason}, secret = ${row.secret}, previous_secret = ${row.previous_secret},
      previous_secret_until = ${row.previous_secret_until}, headers = ${row.headers},
      header_names = ${row.header_names}, failing_since = ${row.failing_since}, warned_at = ${row.warned_at},
      version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

/** Secrets, and whether they are used; nothing that says that the webhook was changed. */
export async function replaceSecrets(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.rows(sql`
    update webhooks set enabled = ${row.enabled}, disabled_reason = ${row.disabled_reason}, secret = ${row.secret},
      previous_secret = ${row.previous_secret}, previous_secret_until = ${row.previous_secret_until},
      headers = ${row.headers}, header_names = ${row.header_names}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from webhooks where ${tx.mine()} and id = ${id}`)
}
