// SQL of jobs: asked for, handed out, looked at.
import type { EdgeJobState, EdgeProblem } from '@task-service/contract'
import { type Bounded, readBounded } from '#db/bounded-page.ts'
import { isLeaseOver, leaseFor } from '#db/lease.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type JobRow = {
  id: string
  connector_id: string
  integration_id: string | null
  database: string
  /** Null only for ad-hoc SQL of an earlier release, which is never handed out. */
  statement: string | null
  params: Record<string, unknown>
  state: EdgeJobState
  attempts: number
  problem: EdgeProblem | null
  columns: string[] | null
  row_count: number | null
  changed_count: number | null
  byte_count: number | null
  truncated: boolean
  late: boolean
  duration_ms: number | null
  chunk_count: number
  result_sha256: string | null
  created_by: string
  created_at: Date
  expires_at: Date
  taken_at: Date | null
  ended_at: Date | null
}

export const jobColumns = sql`id, connector_id, integration_id, database, statement, params, state, attempts, problem,
  columns, row_count, changed_count, byte_count, truncated, late, duration_ms, chunk_count, result_sha256, created_by,
  created_at, expires_at, taken_at, ended_at`

export type Holder = {
  id: string
  name: string
  enrolled_at: Date | null
  revoked_at: Date | null
  frozen_at: Date | null
  paused: boolean
  last_seen_at: Date | null
}

/** Stays until the transaction ends, so that its job has something to belong to. */
export function holdConnector(tx: Tx, id: string): Promise<Holder | undefined> {
  return tx.row<Holder>(sql`
    select id, name, enrolled_at, revoked_at, frozen_at, paused, last_seen_at from connectors
    where ${tx.mine()} and id = ${id} for key share`)
}

export function findHolder(tx: Tx, id: string): Promise<Holder | undefined> {
  return tx.row<Holder>(sql`
    select id, name, enrolled_at, revoked_at, frozen_at, paused, last_seen_at from connectors
    where ${tx.mine()} and id = ${id}`)
}

export type NewJob = Pick<
  JobRow,
  | 'id'
  | 'connector_id'
  | 'integration_id'
  | 'database'
  | 'params'
  | 'created_by'
  | 'created_at'
  | 'expires_at'
> & { statement: string; request_key: string | null }

export type HandedOut = JobRow & { statement: string }

/** Undefined when there is one under the same key. */
export function insertJob(tx: Tx, job: NewJob): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    insert into edge_jobs (tenant_id, id, connector_id, integration_id, request_key, database, statement, params,
      state, created_by, created_at, expires_at)
    values (${tx.tenantId}, ${job.id}, ${job.connector_id}, ${job.integration_id}, ${job.request_key}, ${job.database},
      ${job.statement}, ${JSON.stringify(job.params)}, 'waiting', ${job.created_by}, ${job.created_at},
      ${job.expires_at})
    on conflict (tenant_id, connector_id, request_key) where request_key is not null do nothing
    returning ${jobColumns}`)
}

export function lockJobByKey(
  tx: Tx,
  connectorId: string,
  requestKey: string,
): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    select ${jobColumns} from edge_jobs
    where ${tx.mine()} and connector_id = ${connectorId} and request_key = ${requestKey} for update`)
}

/** Keeps its ID, by which a connector recognizes a job that it has run without delivering the result. */
export function reviveJob(
  tx: Tx,
  id: string,
  job: Pick<NewJob, 'params' | 'expires_at'>,
): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    update edge_jobs set state = 'waiting', params = ${JSON.stringify(job.params)}, expires_at = ${job.expires_at},
      lease_until = null, problem = null, columns = null, row_count = null, changed_count = null, byte_count = null,
      truncated = false, late = false, duration_ms = null, rows = null, chunk_count = 0, result_sha256 = null,
      ended_at = null
    where ${tx.mine()} and id = ${id}
    returning ${jobColumns}`)
}

export function findJob(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    select ${jobColumns} from edge_jobs where ${tx.mine()} and id = ${id} ${options.lock ? sql`for update` : empty}`)
}

type ListQuery = {
  connectorId: string
  state: EdgeJobState | undefined
  before: string | undefined
  limit: number
  maxBytes: number
}

export function listJobs(tx: Tx, query: ListQuery): Promise<Bounded<JobRow>> {
  const page = sql`
    select ${jobColumns} from edge_jobs
    where ${tx.mine()} and connector_id = ${query.connectorId}
      ${query.state ? sql`and state = ${query.state}` : empty}
      ${query.before ? sql`and id < ${query.before}` : empty}
    order by id desc
    limit ${query.limit}`
  const largeColumns = [sql`page.params`, sql`page.columns`, sql`page.problem`]
  return readBounded(tx, { page, largeColumns, maxBytes: query.maxBytes })
}

export function cancelJob(tx: Tx, id: string, now: Date): Promise<JobRow | undefined> {
  return tx.row<JobRow>(sql`
    update edge_jobs set state = 'canceled', ended_at = ${now} where ${tx.mine()} and id = ${id} and state = 'waiting'
    returning ${jobColumns}`)
}

/** Oldest first, named ones only; those of which nothing was heard for the time of their lease are among them, however old they are: only the connector knows whether it began them. */
export function takeJobs(
  tx: Tx,
  take: { connectorId: string; room: number; now: Date; leaseMs: number },
): Promise<HandedOut[]> {
  return tx.rows<HandedOut>(sql`
    update edge_jobs set state = 'running', attempts = attempts + 1, taken_at = ${take.now},
      lease_until = ${leaseFor(take.leaseMs)}
    where ${tx.mine()} and id = any(array(
      select e.id from edge_jobs e
      where ${tx.mine('e')} and e.connector_id = ${take.connectorId} and e.state in ('waiting', 'running')
        and e.statement is not null
        and case e.state when 'waiting' then e.expires_at > ${take.now} else ${isLeaseOver(sql`e.lease_until`)} end
      order by e.id limit ${take.room} for update skip locked))
    returning ${jobColumns}`)
}

/** Which jobs an ended session received is unknown: they are handed out again, and the connector recognizes them. */
export async function endLeases(tx: Tx, connectorId: string): Promise<void> {
  await tx.rows(sql`
    update edge_jobs set lease_until = '-infinity'
    where ${tx.mine()} and connector_id = ${connectorId} and state in ('waiting', 'running') and state = 'running'`)
}

/** Which ones. */
export async function expireWaiting(tx: Tx, connectorId: string, now: Date): Promise<string[]> {
  const expired = await tx.rows<{ id: string }>(sql`
    update edge_jobs set state = 'expired', ended_at = ${now}
    where ${tx.mine()} and connector_id = ${connectorId} and state in ('waiting', 'running') and state = 'waiting'
      and expires_at <= ${now}
    returning id`)
  return expired.map(({ id }) => id)
}
