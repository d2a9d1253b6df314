// A tenant at a glance. Each statement has a bound of its own, and the whole is believed for longer the more it cost.
import {
  type BoundedCount,
  type EventType,
  type FirstRun,
  type Overview,
  type OverviewRange,
  PAGE_LIMIT_MAX,
  type Status,
  statusEvents,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { getSettings } from '#domains/tenants/index.ts'
import { listWebhookPage } from '#domains/webhooks/index.ts'
import { createTtlCache } from '#lib/ttl-cache.ts'
import { judgeWebhooks, rankAttention } from '../attention.ts'
import { type Range, rangeOf, toFlow } from '../range.ts'
import {
  type CompletionTimes,
  countArrivals,
  countMoves,
  listCompletionTimes,
  type MoveCount,
} from '../store/flow.ts'
import { countDelegated, countStatuses, readFirsts } from '../store/open-task-counts.ts'
import { countSent, hasDelivered } from '../store/sent.ts'
import { findBlockers, findNeedsAttention, sentFinding } from './find-needs-attention.ts'
import { listWorkers } from './list-workers.ts'

const cached = createTtlCache<Overview>()

export function readOverview(ctx: Context, range: OverviewRange): Promise<Overview> {
  return cached(ctx.tenant.id, range, () => makeOverview(ctx, range))
}

const DAY_MS = 86_400_000
const MOST_OF_A_STATUS = 100_000
const MOST_LOOKED_INTO = 10_000
const MOST_FOR_MEDIAN = 20_000
const MOST_SENT = 200_000

/** One statement after the other: an overview is not worth all connections at once. */
async function makeOverview(ctx: Context, name: OverviewRange): Promise<Overview> {
  const { tx, now } = ctx
  const { time_zone: timeZone } = await getSettings(ctx)
  const range = rangeOf(name, timeZone, now)
  const stages = await readStages(ctx, range)
  const webhooks = await listWebhookPage(ctx, { limit: PAGE_LIMIT_MAX })
  const since = new Date(now.getTime() - DAY_MS)
  const sent = await countSent(tx, since, { most: MOST_SENT, ids: 10 })
  const firsts: FirstRun = {
    ...(await readFirsts(tx)),
    has_webhook: webhooks.data.length > 0,
    has_delivered: sent.delivered > 0 || (await hasDelivered(tx, MOST_LOOKED_INTO)),
  }
  const { delivered, failed, pending } = sent
  const times = await listCompletionTimes(tx, range, MOST_FOR_MEDIAN)
  const counted = sent.total >= MOST_SENT && sent.first_at ? sent.first_at : since
  return {
    as_of: now.toISOString(),
    range: name,
    time_zone: timeZone,
    buckets: range.buckets.map((bucket) => bucket.toISOString()),
    stages,
    ...completionTimes(range, times),
    deliveries: { delivered, failed, pending, counted_since: counted.toISOString() },
    workers: await listWorkers(tx, range),
    attention: rankAttention([
      ...judgeWebhooks(webhooks.data, webhooks.next_cursor !== null),
      sentFinding(sent, sent.total >= MOST_SENT),
      ...(await findBlockers(tx, now)),
      ...(await findNeedsAttention(tx, now)),
    ]),
    first_run: firsts,
  }
}

/** IDs are a moment older or younger than what is written beside them. */
const roundUp = (ms: number) => Math.max(0, Math.round(ms))

function completionTimes(
  { buckets }: Range,
  times: readonly CompletionTimes[],
): Pick<Overview, 'median_ms_to_complete' | 'completion_times'> {
  const byPlace = new Map(times.map((one) => [one.place, one]))
  const all = byPlace.get(null)
  return {
    median_ms_to_complete: all ? roundUp(all.median) : null,
    completion_times: buckets.map((_, index) => {
      const found = byPlace.get(index + 2)
      if (!found) return null
      return { p25: roundUp(found.p25), median: roundUp(found.median), p90: roundUp(found.p90) }
    }),
  }
}

async function readStages({ tx }: Context, range: Range): Promise<Overview['stages']> {
  const arrivals = await countArrivals(tx, range)
  const moves = await countMoves(tx, range)
  const openCounts = new Map(
    (await countStatuses(tx, MOST_OF_A_STATUS + 1)).map(({ status, count }) => [status, count]),
  )
  const now = (...statuses: Status[]): BoundedCount => {
    const counts = statuses.map((status) => openCounts.get(status) ?? 0)
    return {
      count: counts.reduce((sum, count) => sum + Math.min(count, MOST_OF_A_STATUS), 0),
      is_at_least: counts.some((count) => count > MOST_OF_A_STATUS),
    }
  }
  return {
    arrived: toFlow(range, arrivals),
    open: {
      now: now('triage', 'ready'),
      ...toFlow(range, [...arrivals, ...movesTo(moves, 'triage', 'ready')]),
    },
    in_progress: {
      now: now('in_progress'),
      with_agents: await countDelegated(tx, 'in_progress', MOST_LOOKED_INTO),
      ...toFlow(range, movesTo(moves, 'in_progress')),
    },
    waiting: {
      now: now('input_required', 'in_review'),
      ...toFlow(range, movesTo(moves, 'input_required', 'in_review')),
    },
    completed: toFlow(range, movesTo(moves, 'completed')),
  }
}

/** What is reopened becomes ready. */
function movesTo(moves: readonly MoveCount[], ...statuses: Status[]): MoveCount[] {
  const actions: EventType[] = statuses.flatMap((status) =>
    status === 'ready' ? [statusEvents.ready, 'task.reopened'] : [statusEvents[status]],
  )
  return moves.filter(({ action }) => actions.includes(action))
}
