// SQL of what a connector has announced and done: counted from its jobs.
import type { StatementFace } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type Activity = {
  waiting_jobs: number
  rows_last_minute: number
  last_id: string | null
  last_statement: string | null
  last_state: string | null
  last_row_count: number | null
  last_ended_at: Date | null
}

/** Larger counts are shown as this number, because a list should not wait for a full count. */
const MOST_COUNTED = 1_000

/** Of each of these, by id. */
export async function listActivity(
  tx: Tx,
  ids: readonly string[],
  since: Date,
): Promise<Map<string, Activity>> {
  const rows = await tx.rows<Activity & { id: string }>(sql`
    select c.id,
      (select count(*)::int from (select 1 from edge_jobs e where ${tx.mine('e')} and e.connector_id = c.id
        and e.state in ('waiting', 'running') limit ${MOST_COUNTED}) as open) as waiting_jobs,
      (select coalesce(sum(e.row_count), 0)::bigint from edge_jobs e where ${tx.mine('e')}
        and e.connector_id = c.id and e.ended_at > ${since} and e.ended_at is not null) as rows_last_minute,
      l.id as last_id, l.statement as last_statement, l.state as last_state, l.row_count as last_row_count,
      l.ended_at as last_ended_at
    from unnest(${[...ids]}::uuid[]) as c (id)
    left join lateral (select e.id, e.statement, e.state, e.row_count, e.ended_at from edge_jobs e
      where ${tx.mine('e')} and e.connector_id = c.id and e.ended_at is not null
      order by e.ended_at desc limit 1) as l on true`)
  return new Map(rows.map(({ id, ...activity }) => [id, activity]))
}

export type Announcement = {
  policy_digest: string | null
  announced_at: Date | null
  statements: StatementFace[]
}

export function findAnnouncement(tx: Tx, id: string): Promise<Announcement | undefined> {
  return tx.row<Announcement>(sql`
    select policy_digest, announced_at, statements from connectors where ${tx.mine()} and id = ${id}`)
}

export type Span = { span: number; rows: number; jobs: number; failed: number }

/** Only spans in which something ended; numbered by the clock. */
export function listSpans(
  tx: Tx,
  id: string,
  { since, seconds }: { since: Date; seconds: number },
): Promise<Span[]> {
  return tx.rows<Span>(sql`
    select floor(extract(epoch from e.ended_at) / ${seconds})::bigint as span,
      coalesce(sum(e.row_count), 0)::bigint as rows, count(*)::int as jobs,
      count(*) filter (where e.state <> 'done')::int as failed
    from edge_jobs e
    where ${tx.mine('e')} and e.connector_id = ${id} and e.ended_at >= ${since} and e.ended_at is not null
    group by span`)
}
