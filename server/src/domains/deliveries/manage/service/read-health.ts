// How webhooks have fared in the last 24 hours: counted from what was sent to them, not too often and not without bound.
import { HEALTH_HOURS, PAGE_LIMIT_DEFAULT, type WebhookHealth } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { listWebhookRows, type WebhookRow } from '#domains/webhooks/index.ts'
import { encodeId } from '#lib/ids.ts'
import { createTtlCache } from '#lib/ttl-cache.ts'
import { countByHour, type HealthRow } from '../store/delivery-health.ts'

const HOUR_MS = 3_600_000
/** Deliveries that one answer looks at, and that one webhook has a share of. */
const MOST_ROWS = 400_000
const MOST_OF_ONE = 100_000

type Counted = { hours: Date[]; most: number; rows: HealthRow[] }

const cached = createTtlCache<Counted>()

export async function readHealthPage(
  ctx: Context,
  { limit = PAGE_LIMIT_DEFAULT, cursor }: { limit?: number; cursor?: string },
): Promise<{ data: WebhookHealth[]; next_cursor: string | null }> {
  const page = await listWebhookRows(ctx, 'webhooks.health', { limit, cursor })
  const ids = page.rows.map(({ id }) => id)
  if (ids.length === 0) return { data: [], next_cursor: null }
  const counted = await cached(ctx.tenant.id, ids.join(), () => count(ctx, ids))
  const byWebhook = Map.groupBy(counted.rows, (row) => row.webhook_id)
  return {
    data: page.rows.map((webhook) => toHealth(webhook, counted, byWebhook.get(webhook.id) ?? [])),
    next_cursor: page.next_cursor,
  }
}

async function count({ tx, now }: Context, ids: readonly string[]): Promise<Counted> {
  const hours = hoursUntil(now)
  const most = Math.min(MOST_OF_ONE, Math.floor(MOST_ROWS / ids.length))
  return { hours, most, rows: await countByHour(tx, ids, hours, most) }
}

/** Their beginnings; the last one is not over. */
function hoursUntil(now: Date): Date[] {
  const present = Math.floor(now.getTime() / HOUR_MS)
  return Array.from(
    { length: HEALTH_HOURS },
    (_, index) => new Date((present - HEALTH_HOURS + 1 + index) * HOUR_MS),
  )
}

const nothing = { delivered: 0, failed: 0, pending: 0 }

function countsOf(row: HealthRow | undefined): typeof nothing {
  if (!row) return nothing
  const { delivered, failed, pending } = row
  return { delivered, failed, pending }
}

function toHealth(
  webhook: WebhookRow,
  { hours, most }: Counted,
  rows: readonly HealthRow[],
): WebhookHealth {
  const all = rows.find(({ hour }) => hour === null)
  const counts = countsOf(all)
  const { delivered, failed, pending } = counts
  const decided = delivered + failed
  const total = decided + pending
  const [p50, p95] = all?.latency ?? []
  const first = total >= most ? all?.first_at : undefined
  return {
    webhook_id: encodeId('webhook', webhook.id),
    state: stateOf(webhook, total),
    ...counts,
    success_rate: decided === 0 ? null : delivered / decided,
    latency_ms: p50 === undefined || p95 === undefined ? null : { p50, p95 },
    last_success_at: all?.last_success_at?.toISOString() ?? null,
    last_failure_at: all?.last_failure_at?.toISOString() ?? null,
    hours: hours.map((since, index) => ({
      since: since.toISOString(),
      ...countsOf(rows.find(({ hour }) => hour === index + 1)),
    })),
    counted_since: (first ?? hours[0] ?? new Date()).toISOString(),
  }
}

function stateOf(webhook: WebhookRow, total: number): WebhookHealth['state'] {
  if (!webhook.enabled) return 'disabled'
  if (webhook.failing_since) return 'failing'
  return total === 0 ? 'unused' : 'working'
}
