// SQL of a claim, second half: removes the entries and writes runs, events and audit entries.
import type { EventType } from '@task-service/contract'
import { type Sql, sql } from '#db/sql.ts'
import type { Lane } from '../assign.ts'

/** A claimed task with everything that is written about it. */
export type Taking = {
  lane: Lane
  turn: number
  taskId: string
  agent: string
  waitedMs: number
  runId: string
  attempt: number
  failures: number
  tokenDigest: Buffer
  leaseSeconds: number
  leaseUntil: Date
  now: Date
  /** Of the event and the audit entry; the same, except in a demo. */
  recordedAt: Date
  eventId: string
  auditId: string
  actor: string
  requestId: string
  /** The run as clients see it. */
  run: string
}

const STARTED: EventType = 'run.started'

/** No row is returned; the entries are locked by this transaction. */
export function takeStatements(takings: readonly Taking[], stale: readonly Entry[]): Sql[] {
  const entries = [...takings.map(entryOf), ...stale]
  return [
    sql`
      delete from queue_entries e
      using json_to_recordset(${JSON.stringify(entries.map(entryRow))})
        as gone (tenant_id uuid, queue text, delegate text, turn bigint, task_id uuid)
      where e.tenant_id = gone.tenant_id and e.queue = gone.queue and e.delegate = gone.delegate
        and e.turn = gone.turn and e.task_id = gone.task_id`,
    runStatement(takings),
  ]
}

/** For entries that are removed already. */
export function runStatement(takings: readonly Taking[]): Sql {
  const rows = JSON.stringify(takings.map(rowOf))
  return sql`
  with item as materialized (
    select * from json_to_recordset(${rows}) as i (tenant_id uuid, run_id uuid, task_id uuid, agent text, queue text,
      attempt integer, failures integer, waited_ms bigint, token_digest bytea, lease_seconds integer, lease_until timestamptz, now timestamptz, recorded_at timestamptz,
      event_id uuid, audit_id uuid, actor text, request_id text, run text)
  ), run as (
    insert into runs (tenant_id, id, task_id, agent, queue, attempt, failures, waited_ms, state, token_digest, lease_until, lease_seconds,
      created_at, resumed_at, heartbeat_at)
    select tenant_id, run_id, task_id, agent, queue, attempt, failures, waited_ms, 'working', token_digest, lease_until, lease_seconds,
      now, now, now
    from item
  ), event as (
    insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
    select tenant_id, event_id, ${STARTED}, task_id, actor, run::json, '{}', '{}', recorded_at from item
  )
  insert into audit_entries (tenant_id, id, action, subject_id, actor, request_id, changes, at)
  select tenant_id, audit_id, ${STARTED}, task_id, actor, request_id, '[]', recorded_at from item`
}

export type Entry = { lane: Lane; turn: number; taskId: string }

const entryOf = ({ lane, turn, taskId }: Taking): Entry => ({ lane, turn, taskId })

function entryRow({ lane, turn, taskId }: Entry) {
  return {
    tenant_id: lane.tenantId,
    queue: lane.queue,
    delegate: lane.delegate,
    turn,
    task_id: taskId,
  }
}

function rowOf(taking: Taking) {
  return {
    tenant_id: taking.lane.tenantId,
    queue: taking.lane.queue,
    task_id: taking.taskId,
    run_id: taking.runId,
    agent: taking.agent,
    attempt: taking.attempt,
    failures: taking.failures,
    waited_ms: taking.waitedMs,
    token_digest: `\\x${taking.tokenDigest.toString('hex')}`,
    lease_seconds: taking.leaseSeconds,
    lease_until: taking.leaseUntil.toISOString(),
    now: taking.now.toISOString(),
    recorded_at: taking.recordedAt.toISOString(),
    event_id: taking.eventId,
    audit_id: taking.auditId,
    actor: taking.actor,
    request_id: taking.requestId,
    run: taking.run,
  }
}
