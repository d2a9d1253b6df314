// The health of webhooks in the last 24 hours: counted from their deliveries, not too often and not without bound.
import {
  HEALTH_HOURS,
  PAGE_LIMIT_DEFAULT,
  type WebhookHealth,
  type WebhookHealthDetail,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import {
  DISABLE_AFTER_MS,
  findPause,
  getWebhookRow,
  listWebhookRows,
  type WebhookRow,
} from '#domains/webhooks/index.ts'
import { encodeId } from '#lib/ids.ts'
import { createTtlCache } from '#lib/ttl-cache.ts'
import {
  countByHour,
  findLatestAttempted,
  findNextDue,
  type HealthRow,
  type LatencyRow,
  listLatencies,
} from '../store/delivery-health.ts'
import { findDelivery } from '../store/delivery-log.ts'
import { toDelivery } from './to-delivery.ts'

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

type CountedOne = Counted & { latencies: LatencyRow[] }

const cachedOne = createTtlCache<CountedOne>()

/** The counts may be a little old; the attempts are those of now. */
export async function readHealth(ctx: Context, webhookId: string): Promise<WebhookHealthDetail> {
  const webhook = await getWebhookRow(ctx, webhookId)
  const counted = await cachedOne(ctx.tenant.id, webhook.id, async () => {
    const { hours, most, rows } = await count(ctx, [webhook.id])
    return { hours, most, rows, latencies: await listLatencies(ctx.tx, webhook.id, hours, most) }
  })
  const { hours, latencies, rows } = counted
  return {
    ...toHealth(webhook, counted, rows),
    last_attempt: await readLastAttempt(ctx, webhook.id),
    next_attempt_at: (await readNextAttempt(ctx, webhook))?.toISOString() ?? null,
    disables_at: disablesAt(webhook)?.toISOString() ?? null,
    response_times: hours.map((since, index) => ({
      since: since.toISOString(),
      latency_ms: toLatency(latencies.find(({ hour }) => hour === index + 1)?.latency),
    })),
  }
}

async function readLastAttempt(
  { tx }: Context,
  webhookId: string,
): Promise<WebhookHealthDetail['last_attempt']> {
  const id = await findLatestAttempted(tx, webhookId)
  const row = id === undefined ? undefined : await findDelivery(tx, id)
  return row ? toDelivery(row) : null
}

/** Not before the worker that paused tries the receiver again. */
async function readNextAttempt({ tx }: Context, { id, enabled }: WebhookRow) {
  const dueAt = enabled ? await findNextDue(tx, id) : undefined
  if (!dueAt) return undefined
  const pausedUntil = await findPause(tx, id)
  return pausedUntil && pausedUntil > dueAt ? pausedUntil : dueAt
}

function disablesAt({ enabled, failing_since: since }: WebhookRow): Date | undefined {
  return enabled && since ? new Date(since.getTime() + DISABLE_AFTER_MS) : undefined
}

function toLatency(latency: readonly [number, number] | null | undefined) {
  return latency ? { p50: latency[0], p95: latency[1] } : null
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
  const first = total >= most ? all?.first_at : undefined
  return {
    webhook_id: encodeId('webhook', webhook.id),
    state: stateOf(webhook, total),
    ...counts,
    attempted: all?.attempted ?? 0,
    success_rate: decided === 0 ? null : delivered / decided,
    latency_ms: toLatency(all?.latency),
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
