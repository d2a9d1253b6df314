// A connector as clients see it: no key, no token, no hash is in it.
import type { Connector } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { stateOf } from '../state.ts'
import { type Activity, listActivity } from '../store/activity.ts'
import type { ConnectorRow } from '../store/connectors.ts'

const MINUTE_MS = 60_000

const iso = (at: Date | null) => at?.toISOString() ?? null

function lastJobOf(activity: Activity | undefined): Connector['last_job'] {
  if (!activity?.last_id) return null
  return {
    id: encodeId('edge_job', activity.last_id),
    statement: activity.last_statement,
    state: activity.last_state ?? '',
    row_count: activity.last_row_count,
    ended_at: iso(activity.last_ended_at),
  }
}

function toConnector(row: ConnectorRow, activity: Activity | undefined, now: Date): Connector {
  return {
    id: encodeId('connector', row.id),
    name: row.name,
    state: stateOf(row, now),
    facts: row.facts,
    databases: row.databases,
    statement_count: row.statement_count,
    policy_digest: row.policy_digest,
    last_seen_at: iso(row.last_seen_at),
    waiting_jobs: activity?.waiting_jobs ?? 0,
    waiting_results: row.waiting_results,
    lag_ms: row.lag_ms,
    rows_last_minute: activity?.rows_last_minute ?? 0,
    last_job: lastJobOf(activity),
    enrolment_expires_at: iso(row.enrolment_expires_at),
    key_expires_at: iso(row.key_expires_at),
    frozen_reason: row.frozen_reason,
    resynced_at: iso(row.resynced_at),
    rotate_asked: row.rotate_asked_at !== null,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  }
}

export async function showConnectors(
  ctx: Pick<Context, 'tx' | 'now'>,
  rows: readonly ConnectorRow[],
): Promise<Connector[]> {
  if (rows.length === 0) return []
  const since = new Date(ctx.now.getTime() - MINUTE_MS)
  const ids = rows.map(({ id }) => id)
  const activity = await listActivity(ctx.tx, ids, since)
  return rows.map((row) => toConnector(row, activity.get(row.id), ctx.now))
}

export async function showConnector(
  ctx: Pick<Context, 'tx' | 'now'>,
  row: ConnectorRow,
): Promise<Connector> {
  const [connector] = await showConnectors(ctx, [row])
  if (!connector) throw new Error('one row is one connector')
  return connector
}
