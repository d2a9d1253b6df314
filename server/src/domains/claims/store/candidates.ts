// SQL of a claim, first half: locks the next tasks of each lane and the agents whose number of runs is limited.
import { fitsWithin, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { Candidate, Lane } from '../assign.ts'
import { usedToday } from './usage.ts'

/** `after` is the turn before which the lane is known to be empty. */
export type LaneDemand = Lane & { after: number; wanted: number }

/** `doc` is null beyond the byte budget. `attempts` is the number of earlier runs. */
export type FoundCandidate = Candidate & {
  doc: string | null
  attempts: number
  failures: number
  status: string | null
  waitedMs: number
}

/**
 * Entries that another claim has locked are skipped. An entry whose task is no longer `ready` was left behind by an earlier
 * release; it is removed. Every lookup is by key: joins would read whole tables.
 */
export function findCandidates(lanes: readonly LaneDemand[], maxBytes: number): Sql {
  const rows = lanes.map(({ tenantId, queue, delegate, after, wanted }, lane) => ({
    lane,
    tenant_id: tenantId,
    queue,
    delegate,
    after,
    wanted,
  }))
  return sql`
    select found.lane, found.turn, found.task_id as "taskId", found.attempts, found.failures, found.status,
      found.waited_ms as "waitedMs",
      case when ${fitsWithin(sql`found.bytes`, maxBytes)} then found.doc::text end as doc
    from (
      select l.lane, e.turn, e.task_id, e.waited_ms, t.status, t.doc, ${sentBytes(sql`t.doc`)} as bytes,
        e.attempt as attempts, e.failures
      from json_to_recordset(${JSON.stringify(rows)}) as l (lane integer, tenant_id uuid, queue text, delegate text,
        after bigint, wanted integer)
      cross join lateral (
        select e.turn, e.task_id, e.attempt, e.failures,
          greatest(0, extract(epoch from clock_timestamp() - e.queued_at) * 1000)::bigint as waited_ms
        from queue_entries e
        where e.tenant_id = l.tenant_id and e.queue = l.queue and e.delegate = l.delegate and e.turn >= l.after
        order by e.turn, e.task_id
        limit l.wanted
        for update skip locked) e
      left join lateral (
        select t.status, t.doc from tasks t where t.tenant_id = l.tenant_id and t.id = e.task_id limit 1) t on true
      offset 0) found`
}

export type AgentState = {
  id: string
  name: string
  queues: string[]
  isPaused: boolean
  /** Runs that it may start now; null for no limit. */
  room: number | null
  isOverBudget: boolean
  now: Date
}

export type AgentKey = { tenantId: string; id: string }

/** Agents with a limit are locked, so that two claims cannot use the same place; one that is locked already is left out. */
export function findAgents(agents: readonly AgentKey[], ifLocked: 'skip' | 'wait'): Sql {
  return sql`
    select a.id, a.name, a.queues, a.paused_at is not null as "isPaused", clock_timestamp() as now,
      case when a.concurrency is not null then a.concurrency - (
        select count(*)::int from runs r
        where r.tenant_id = a.tenant_id and r.agent = a.name and r.ended_at is null and r.state = 'working') end as room,
      coalesce(u.working_ms >= a.day_seconds * 1000::bigint or u.calls >= a.day_calls or u.effects >= a.day_effects,
        false) as "isOverBudget"
    from unnest(${agents.map(({ tenantId }) => tenantId)}::uuid[], ${agents.map(({ id }) => id)}::uuid[])
      as wanted (tenant_id, id)
    cross join lateral (
      select * from agents a
      where a.tenant_id = wanted.tenant_id and a.id = wanted.id
        and (a.concurrency is null or a.id = (select l.id from agents l
          where l.tenant_id = wanted.tenant_id and l.id = wanted.id
          for no key update ${ifLocked === 'skip' ? sql`skip locked` : sql``}))
      limit 1) a
    cross join lateral ${usedToday} u`
}
