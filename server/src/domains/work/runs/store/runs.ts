// SQL of runs as their holders and readers see them: one statement per function, inside the transaction it is given.
import type { LeaseLoss, Plan, Progress, RunState } from '@task-service/contract'
import { isLeaseOver, leaseFor } from '#db/lease.ts'
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { type RunRow, runColumns, usedToday, workingMs } from '#domains/claims/index.ts'

/** What decides whether a lease token is accepted. Times are compared by the database, the only clock that counts. */
export type LeaseRow = RunRow & {
  token_digest: Buffer
  lease_seconds: number
  failures: number
  is_started: boolean
  delegate_before: string | null
  is_expired: boolean
  is_paused: boolean
  max_attempts: number | null
  run_seconds: number | null
  run_calls: number | null
  run_effects: number | null
  day_seconds: number | null
  day_calls: number | null
  day_effects: number | null
  used_ms: number
  used_calls: number
  used_effects: number
  total_ms: number
}

const leaseColumns: Sql = sql`${runColumns}, r.token_digest, r.lease_seconds, r.failures, r.is_started, r.delegate_before,
  ${isLeaseOver(sql`r.lease_until`)} as is_expired, ${workingMs} as total_ms`

/** The agent and its usage of today, without what unfinished runs have used. */
const agentColumns: Sql = sql`a.paused_at is not null as is_paused, a.max_attempts, a.run_seconds, a.run_calls, a.run_effects,
  a.day_seconds, a.day_calls, a.day_effects, u.working_ms as used_ms, u.calls as used_calls, u.effects as used_effects`

/** `lock` after the task is locked. */
export async function findLease(
  tx: Tx,
  id: string,
  lock: 'lock' | 'read',
): Promise<LeaseRow | undefined> {
  const [row] = await listLeases(tx, sql`r.id = ${id}`, lock)
  return row
}

/** Of tasks that are locked. */
export function lockLeases(tx: Tx, ids: readonly string[]): Promise<LeaseRow[]> {
  return listLeases(tx, sql`r.id = any(${ids}::uuid[])`, 'lock')
}

function listLeases(tx: Tx, which: Sql, lock: 'lock' | 'read'): Promise<LeaseRow[]> {
  return tx.rows<LeaseRow>(sql`
    select ${leaseColumns}, ${agentColumns}
    from runs r
    left join agents a on a.tenant_id = r.tenant_id and a.name = r.agent
    cross join lateral ${usedToday} u
    where ${tx.mine('r')} and ${which}
    ${lock === 'lock' ? sql`for no key update of r` : sql``}`)
}

export type Report = {
  leaseSeconds: number
  progress?: Progress | undefined
  plan?: Plan | undefined
  /** As JSON. */
  checkpoint?: string | undefined
  tokens: number
  cost: number
}

export type Renewed = {
  lease_until: Date
  source_changed: string[] | null
  cancel_requested: boolean
}

/** Renews the lease and counts the call. Nothing for a run that is not `working` or whose lease has ended. */
export function renewLease(tx: Tx, id: string, report: Report): Promise<Renewed | undefined> {
  const sets = [
    sql`lease_until = ${leaseFor(report.leaseSeconds * 1_000)}`,
    sql`lease_seconds = ${report.leaseSeconds}`,
    sql`heartbeat_at = clock_timestamp()`,
    sql`calls = r.calls + 1`,
    sql`source_changed = null`,
    ...(report.progress === undefined ? [] : [sql`progress = ${JSON.stringify(report.progress)}`]),
    ...(report.plan === undefined ? [] : [sql`plan = ${JSON.stringify(report.plan)}`]),
    ...(report.checkpoint === undefined ? [] : [sql`checkpoint = ${report.checkpoint}`]),
    ...(report.tokens > 0 ? [sql`declared_tokens = r.declared_tokens + ${report.tokens}`] : []),
    ...(report.cost > 0 ? [sql`declared_cost = r.declared_cost + ${report.cost}::numeric`] : []),
  ]
  return tx.row<Renewed>(sql`
    with before as (
      select b.id, b.source_changed from runs b where ${tx.mine('b')} and b.id = ${id} for no key update)
    update runs r set ${join(sets)}
    from before
    where ${tx.mine('r')} and r.id = before.id and r.state = 'working' and not ${isLeaseOver(sql`r.lease_until`)}
    returning r.lease_until, before.source_changed, r.cancel_requested_at is not null as cancel_requested`)
}

/** The run is locked by this transaction, and need not wait any longer. */
export function resumeRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return tx.row<RunRow>(sql`
    update runs r set state = 'working', resumed_at = clock_timestamp(), approval_id = null,
      lease_until = ${leaseFor(sql`(r.lease_seconds * 1000)`)}
    where ${tx.mine('r')} and r.id = ${id} and r.state = 'parked'
    returning ${runColumns}`)
}

/** The run is locked by this transaction. `checkpoint` as JSON. */
export function parkRun(
  tx: Tx,
  id: string,
  { checkpoint, approvalId }: { checkpoint?: string | undefined; approvalId?: string } = {},
): Promise<RunRow | undefined> {
  const saved = checkpoint === undefined ? empty : sql`, checkpoint = ${checkpoint}`
  const awaited = approvalId === undefined ? empty : sql`, approval_id = ${approvalId}`
  return tx.row<RunRow>(sql`
    update runs r set state = 'parked', lease_until = null, calls = r.calls + 1, heartbeat_at = clock_timestamp(),
      working_ms = ${workingMs}${saved}${awaited}
    where ${tx.mine('r')} and r.id = ${id} and r.state = 'working'
    returning ${runColumns}`)
}

/** The holder of a parked run has this long to resume it, now that there is an answer. */
export async function awaitHolder(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`
    update runs r set lease_until = ${leaseFor(sql`(r.lease_seconds * 1000)`)}
    where ${tx.mine('r')} and r.id = ${id} and r.state = 'parked'`)
}

export async function markStarted(
  tx: Tx,
  started: readonly { id: string; delegateBefore: string | null }[],
): Promise<void> {
  await tx.rows(sql`
    update runs r set is_started = true, delegate_before = s.delegate
    from unnest(${started.map(({ id }) => id)}::uuid[], ${started.map(({ delegateBefore }) => delegateBefore)}::text[])
      as s (id, delegate)
    where ${tx.mine('r')} and r.id = s.id`)
}

export type Ending = {
  id: string
  state: RunState
  reason?: LeaseLoss | undefined
  error?: string | undefined
  handoff?: string | undefined
  failures: number
  /** Requests and effects of the agent that end it. */
  calls: number
  effects: number
  /** When the task ended by it. */
  outcome_at: string | null
}

/** The runs are locked by this transaction. */
export function endRuns(tx: Tx, endings: readonly Ending[]): Promise<RunRow[]> {
  const rows = endings.map(({ reason, error, handoff, ...rest }) => ({
    ...rest,
    end_reason: reason ?? null,
    error: error ?? null,
    handoff: handoff ?? null,
  }))
  return tx.rows<RunRow>(sql`
    update runs r set state = e.state, end_reason = e.end_reason, error = coalesce(e.error, r.error),
      handoff = coalesce(e.handoff, r.handoff), failures = e.failures, calls = r.calls + e.calls,
      effects = r.effects + e.effects, working_ms = ${workingMs}, lease_until = null, outcome_at = e.outcome_at,
      ended_at = clock_timestamp()
    from json_to_recordset(${JSON.stringify(rows)}) as e (id uuid, state text, end_reason text, error text, handoff text,
      failures integer, calls integer, effects integer, outcome_at timestamptz)
    where ${tx.mine('r')} and r.id = e.id and r.ended_at is null
    returning ${runColumns}`)
}

/** More than the connections that end runs at the same time; all of them are read for the usage of a day. */
const SHARDS = 64

export async function addUsage(tx: Tx, runs: readonly RunRow[]): Promise<void> {
  const rows = runs.map(
    ({ agent, working_ms, calls, effects, declared_tokens, declared_cost }) => ({
      agent,
      working_ms,
      calls,
      effects,
      declared_tokens,
      declared_cost,
    }),
  )
  await tx.rows(sql`
    insert into agent_usage as u (tenant_id, agent_id, day, shard, working_ms, calls, effects, declared_tokens, declared_cost)
    select a.tenant_id, a.id, (clock_timestamp() at time zone 'utc')::date, pg_backend_pid() % ${SHARDS}, sum(e.working_ms), sum(e.calls), sum(e.effects),
      sum(e.declared_tokens), sum(e.declared_cost)
    from json_to_recordset(${JSON.stringify(rows)}) as e (agent text, working_ms bigint, calls integer, effects integer,
      declared_tokens bigint, declared_cost numeric)
    join agents a on ${tx.mine('a')} and a.name = e.agent
    group by a.tenant_id, a.id order by a.id
    on conflict (tenant_id, agent_id, day, shard) do update set working_ms = u.working_ms + excluded.working_ms,
      calls = u.calls + excluded.calls, effects = u.effects + excluded.effects,
      declared_tokens = u.declared_tokens + excluded.declared_tokens,
      declared_cost = u.declared_cost + excluded.declared_cost`)
}

export async function requestCancel(tx: Tx, id: string): Promise<RunRow | undefined> {
  return tx.row<RunRow>(sql`
    update runs r set cancel_requested_at = coalesce(r.cancel_requested_at, clock_timestamp())
    where ${tx.mine('r')} and r.id = ${id} and r.ended_at is null
    returning ${runColumns}`)
}

export type Left = {
  task_id: string
  checkpoint: unknown
  plan: Plan | null
  handoff: string | null
  /** Agents that left them. */
  checkpoint_by: string | null
  plan_by: string | null
  handoff_by: string | null
}

const latest = (tx: Tx, column: Sql): Sql => sql`left join lateral (
  select r.${column} as value, r.agent from runs r
  where ${tx.mine('r')} and r.task_id = w.task_id and r.attempt < w.attempt and r.${column} is not null
  order by r.attempt desc limit 1) ${column} on true`

/** What the attempts before the current one left, by task: of each kind the latest. */
export function listLeft(
  tx: Tx,
  runs: readonly { taskId: string; attempt: number }[],
): Promise<Left[]> {
  return tx.rows<Left>(sql`
    select w.task_id, checkpoint.value as checkpoint, checkpoint.agent as checkpoint_by, plan.value as plan,
      plan.agent as plan_by, handoff.value as handoff, handoff.agent as handoff_by
    from unnest(${runs.map(({ taskId }) => taskId)}::uuid[], ${runs.map(({ attempt }) => attempt)}::integer[])
      as w (task_id, attempt)
    ${latest(tx, sql`checkpoint`)} ${latest(tx, sql`plan`)} ${latest(tx, sql`handoff`)}`)
}

export async function hasLiveRun(tx: Tx, taskId: string): Promise<boolean> {
  const row = await tx.row(sql`
    select r.id from runs r where ${tx.mine('r')} and r.task_id = ${taskId} and r.ended_at is null limit 1`)
  return row !== undefined
}

export function listLiveRunsOf(tx: Tx, agent: string): Promise<{ id: string; task_id: string }[]> {
  return tx.rows(sql`
    select r.id, r.task_id from runs r where ${tx.mine('r')} and r.agent = ${agent} and r.ended_at is null
    order by r.task_id`)
}
