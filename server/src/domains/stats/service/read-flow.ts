// The flow of a tenant's tasks. Each statement has a bound of its own, and the whole is cached for longer the more it cost.
import type { OverviewRange, TaskFlow } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { SILENT_AFTER_MS } from '#domains/connectors/index.ts'
import { getSettings } from '#domains/tenants/index.ts'
import { encodeId } from '#lib/ids.ts'
import { hourStarts } from '#lib/time/local-time.ts'
import { createTtlCache } from '#lib/ttl-cache.ts'
import { closing, pickStages, streamsOf, sum } from '../flow-stages.ts'
import { rangeOf } from '../range.ts'
import { countStatuses } from '../store/open-task-counts.ts'
import {
  countHour,
  countUnconfirmed,
  type FlowTimes,
  listClaimed,
  listFinished,
  listQueued,
  listReadyQueues,
  listSources,
  listWorking,
} from '../store/task-flow.ts'

/** Of each step, the newest. */
const MOST_MOVED = 20_000
const MOST_OF_A_STATUS = 10_000
const MOST_QUEUES = 200
const MOST_SOURCES = 500
const RECENT_MS = 60_000
const HOUR_MS = 3_600_000

const cached = createTtlCache<TaskFlow>()

export function readFlow(ctx: Context, range: OverviewRange): Promise<TaskFlow> {
  return cached(ctx.tenant.id, range, () => makeFlow(ctx, range))
}

/** One statement after the other: a flow is not worth all connections at once. */
async function makeFlow(ctx: Context, name: OverviewRange): Promise<TaskFlow> {
  const { tx, now } = ctx
  const { time_zone: timeZone } = await getSettings(ctx)
  const { since } = rangeOf(name, timeZone, now)
  const [hour = now] = hourStarts(timeZone, now, 2)
  const times: FlowTimes = {
    since,
    until: now,
    recent: new Date(now.getTime() - RECENT_MS),
    hour,
    hourEnd: new Date(hour.getTime() + HOUR_MS),
  }
  const queued = await listQueued(tx, times, MOST_MOVED)
  const claimed = await listClaimed(tx, times, MOST_MOVED)
  const finished = await listFinished(tx, times, MOST_MOVED)
  const sources = await listSources(tx, new Date(now.getTime() - SILENT_AFTER_MS), MOST_SOURCES)
  const held = new Set(sources.flatMap(({ id, is_held: isHeld }) => (isHeld ? [originId(id)] : [])))
  const names = new Map(sources.map((one) => [originId(one.id), one.name]))
  const levels = await readLevels(ctx)
  const rates = await countHour(tx, times, MOST_MOVED)
  const ends = pickStages({ queued, claimed, finished, levels, names })
  const { writing_back: waiting, confirmed } = closing(
    finished,
    ends.origins,
    held,
    isCut(finished),
  )
  const unconfirmed = await countUnconfirmed(tx, MOST_OF_A_STATUS)
  const firsts = [queued, claimed, finished].flatMap(firstIfCut)
  return {
    as_of: now.toISOString(),
    range: name,
    time_zone: timeZone,
    since: since.toISOString(),
    sources: { count: sumCounts(queued), nodes: ends.sources.nodes },
    queues: { now: levels.ready, nodes: ends.queues.nodes },
    working: { ...levels.working, nodes: ends.workers.nodes },
    writing_back: { ...waiting, older: Math.max(0, unconfirmed - waiting.count) },
    confirmed,
    streams: streamsOf({ queued, claimed, finished }, ends),
    rates: {
      hour_start: hour.toISOString(),
      ...rates,
      confirmed: sum(finished, (row) => row.hour_confirmed),
    },
    counted_since: firsts.toSorted().at(-1) ?? null,
  }
}

const originId = (id: string) => encodeId('integration', id)

type Rows = readonly { count: number; examined: number; first_at: Date | null }[]

const isCut = (rows: Rows) => rows.some(({ examined }) => examined >= MOST_MOVED)
const sumCounts = (rows: Rows) => ({
  count: sum(rows, ({ count }) => count),
  is_at_least: isCut(rows),
})

function firstIfCut(rows: Rows): string[] {
  const times = rows.flatMap(({ first_at: at }) => (at ? [at.toISOString()] : []))
  return isCut(rows) ? times.toSorted().slice(0, 1) : []
}

async function readLevels({ tx }: Context) {
  const most = MOST_OF_A_STATUS + 1
  const statuses = new Map(
    (await countStatuses(tx, most)).map(({ status, count }) => [status, count]),
  )
  const bounded = (count: number) => ({
    count: Math.min(count, MOST_OF_A_STATUS),
    is_at_least: count > MOST_OF_A_STATUS,
  })
  const queues = await listReadyQueues(tx, { queues: MOST_QUEUES, tasks: most })
  const workers = await listWorking(tx, MOST_OF_A_STATUS)
  const people = sum(workers, ({ delegate, count }) => (delegate === null ? count : 0))
  const now = bounded(statuses.get('in_progress') ?? 0)
  return {
    ready: bounded(statuses.get('ready') ?? 0),
    working: { now, people, agents: sum(workers, ({ count }) => count) - people },
    queues,
    workers,
  }
}
