// SQL of sync runs and their progress.
import type { SyncError, SyncRun } from '@task-service/contract'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type RunRow = {
  id: string
  integration_id: string
  kind: SyncRun['kind']
  cause: SyncRun['cause']
  state: Exclude<SyncRun['state'], 'stalled'>
  started_at: Date
  heartbeat_at: Date
  ended_at: Date | null
  read_count: number
  created_count: number
  changed_count: number
  removed_count: number
  failed_count: number
  total_count: number | null
  cancel_asked_at: Date | null
  error: SyncError | null
  log: string[]
}

const columns = sql`id, integration_id, kind, cause, state, started_at, heartbeat_at, ended_at, read_count,
  created_count, changed_count, removed_count, failed_count, total_count, cancel_asked_at, error, log`

export function findRun(tx: Tx, id: string): Promise<RunRow | undefined> {
  return tx.row<RunRow>(sql`select ${columns} from sync_runs where ${tx.mine()} and id = ${id}`)
}

export function findRunning(tx: Tx, integrationId: string): Promise<RunRow | undefined> {
  return tx.row<RunRow>(sql`
    select ${columns} from sync_runs
    where ${tx.mine()} and integration_id = ${integrationId} and state = 'running'`)
}

/** The latest that ended. */
export function findLastEnded(tx: Tx, integrationId: string): Promise<RunRow | undefined> {
  return tx.row<RunRow>(sql`
    select ${columns} from sync_runs
    where ${tx.mine()} and integration_id = ${integrationId} and state <> 'running'
    order by id desc limit 1`)
}

/** Newest first. */
export function listRuns(
  tx: Tx,
  integrationId: string,
  before: string | undefined,
  limit: number,
): Promise<RunRow[]> {
  return tx.rows<RunRow>(sql`
    select ${columns} from sync_runs
    where ${tx.mine()} and integration_id = ${integrationId} ${before ? sql`and id < ${before}` : empty}
    order by id desc limit ${limit}`)
}

export async function insertRun(
  tx: Tx,
  run: Pick<RunRow, 'id' | 'integration_id' | 'kind' | 'cause' | 'started_at'>,
): Promise<void> {
  await tx.rows(sql`
    insert into sync_runs (tenant_id, id, integration_id, kind, cause, state, started_at, heartbeat_at)
    values (${tx.tenantId}, ${run.id}, ${run.integration_id}, ${run.kind}, ${run.cause}, 'running',
      ${run.started_at}, ${run.started_at})`)
}

export type Counts = {
  read: number
  created: number
  changed: number
  removed: number
  failed: number
}

export async function addCounts(
  tx: Tx,
  id: string,
  counts: Counts,
  facts: { total?: number | undefined; now: Date },
): Promise<void> {
  await tx.rows(sql`
    update sync_runs set read_count = read_count + ${counts.read}, created_count = created_count + ${counts.created},
      changed_count = changed_count + ${counts.changed}, removed_count = removed_count + ${counts.removed},
      failed_count = failed_count + ${counts.failed}, heartbeat_at = ${facts.now},
      total_count = coalesce(${facts.total ?? null}::integer, total_count)
    where ${tx.mine()} and id = ${id} and state = 'running'`)
}

/** Whether it brought anything. */
export async function endRun(
  tx: Tx,
  id: string,
  end: { state: 'succeeded' | 'failed' | 'canceled'; error?: SyncError; log: string[]; now: Date },
): Promise<boolean> {
  const row = await tx.row<{ has_news: boolean }>(sql`
    update sync_runs set state = ${end.state}, ended_at = ${end.now}, log = ${JSON.stringify(end.log)},
      error = ${end.error ? JSON.stringify(end.error) : null}
    where ${tx.mine()} and id = ${id} and state = 'running'
    returning created_count + changed_count + removed_count > 0 as has_news`)
  return row?.has_news ?? false
}

/** Scheduled readings that found nothing are of interest only until the next one. */
export async function deleteEmptyRuns(tx: Tx, integrationId: string, before: string) {
  await tx.rows(sql`
    delete from sync_runs
    where ${tx.mine()} and integration_id = ${integrationId} and id < ${before} and cause = 'schedule'
      and state = 'succeeded' and created_count + changed_count + removed_count + failed_count = 0`)
}

export async function askToCancel(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.rows(sql`
    update sync_runs set cancel_asked_at = coalesce(cancel_asked_at, ${now})
    where ${tx.mine()} and id = ${id} and state = 'running'`)
}
