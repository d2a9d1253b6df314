// SQL of what keeps work from moving on: integrations, their write-backs, connectors, and agents that wait for a person.
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type Blocker = {
  kind: string
  count: number
  since: Date | null
  ids: string[] | null
  /** The only one there is. */
  name: string | null
}

type Limits = { most: number; ids: number; integrations: number }

const summary = (kind: string, found: Sql, { ids }: Limits) => sql`
  select ${kind}::text as kind, count(*)::int as count, min(since) as since,
    (array_agg(distinct id))[1:${ids}] as ids,
    case when count(distinct name) = 1 then min(name) end as name
  from (${found}) as found`

/** The last of its link, for fields and for comments: a newer one means that someone tried again. */
const rejectedWrites = (tx: Tx, { most, integrations }: Limits) => sql`
  select distinct on (rejected.task_id) i.id, i.name, rejected.ended_at as since
  from (select id, name from integrations where ${tx.mine()} order by id limit ${integrations}) as i
  cross join lateral (
    select w.task_id, w.ended_at from write_backs w
    where ${tx.mine('w')} and w.integration_id = i.id and w.state = 'failed' and w.state <> 'confirmed'
      and not exists (
        select from write_backs b
        where ${tx.mine('b')} and b.link_id = w.link_id and b.id > w.id
          and (b.kind = 'comment') = (w.kind = 'comment'))
    order by w.id desc limit ${most}) as rejected
  limit ${most}`

const openConflicts = (tx: Tx, { most, integrations }: Limits) => sql`
  select i.id, i.name, conflict.created_at as since
  from (select id, name from integrations where ${tx.mine()} order by id limit ${integrations}) as i
  cross join lateral (
    select c.created_at from sync_conflicts c
    where ${tx.mine('c')} and c.integration_id = i.id and c.state = 'open' limit ${most}) as conflict
  limit ${most}`

const failingIntegrations = (tx: Tx, { integrations }: Limits) => sql`
  select i.id, i.name, i.problem_since as since from integrations i
  where ${tx.mine('i')} and not i.paused and (i.problem is not null or i.failures > 0)
  limit ${integrations}`

const offlineConnectors = (tx: Tx, silentSince: Date, { most }: Limits) => sql`
  select c.id, c.name, c.last_seen_at as since from connectors c
  where ${tx.mine('c')} and c.revoked_at is null and c.enrolled_at is not null and not c.paused
    and (c.frozen_at is not null or c.last_seen_at is null or c.last_seen_at < ${silentSince})
  limit ${most}`

/** Oldest first, which their IDs tell. */
const openOf = (tx: Tx, table: 'questions' | 'approvals', { most }: Limits) => sql`
  select r.id, r.agent as name, r.created_at as since
  from ${table === 'questions' ? sql`questions r` : sql`approvals r`}
  where ${tx.mine('r')} and r.state = 'open' order by r.id limit ${most}`

export function listBlockers(tx: Tx, silentSince: Date, limits: Limits): Promise<Blocker[]> {
  const statements = [
    summary('write_backs_failed', rejectedWrites(tx, limits), limits),
    summary('integrations_failing', failingIntegrations(tx, limits), limits),
    summary('conflicts_open', openConflicts(tx, limits), limits),
    summary('connectors_offline', offlineConnectors(tx, silentSince, limits), limits),
    summary('approvals_open', openOf(tx, 'approvals', limits), limits),
    summary('questions_open', openOf(tx, 'questions', limits), limits),
  ]
  return tx.rows<Blocker>(
    statements.reduce((all, statement) => sql`${all} union all ${statement}`),
    { usesCustomPlan: true, isExpensive: true },
  )
}
