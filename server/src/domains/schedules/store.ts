// SQL of schedules, of what is due across tenants, and of the occurrences that have created their task.
import type { ScheduleRule } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ScheduleRow = {
  id: string
  name: string
  template_id: string
  rule: ScheduleRule
  next_at: Date | null
  paused_at: Date | null
  last_at: Date | null
  last_task_id: string | null
  last_error: string | null
  task_count: number
  missed_count: number
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

const columns = sql`id, name, template_id, rule, next_at, paused_at, last_at, last_task_id, last_error, task_count,
  missed_count, version, created_by, created_at, updated_at`

const LOOK = 1_000

/** `except` those that are known: one with many due schedules would hide the others, and so would suspended tenants. */
export async function findDueTenants(
  feed: Reader,
  now: Date,
  except: readonly string[],
): Promise<string[]> {
  const rows = await feed.rows<{ tenant_id: string }>(sql`
    select distinct due.tenant_id from (
      select s.tenant_id from schedules s
      join tenants x on x.tenant_id = s.tenant_id and x.status = 'active'
      where s.next_at <= ${now} and s.tenant_id <> all(${except}::uuid[])
      order by s.next_at limit ${LOOK}::integer) due`)
  return rows.map(({ tenant_id: id }) => id)
}

/**
 * Those that another worker has are its own; the others stay locked until the transaction ends. A suspended tenant has none:
 * what it missed is caught up when it is resumed.
 */
export function lockDue(tx: Tx, now: Date, limit: number): Promise<ScheduleRow[]> {
  return tx.rows<ScheduleRow>(sql`
    select ${columns} from schedules
    where ${tx.mine()} and next_at <= ${now}
      and exists (select from tenants t where ${tx.mine('t')} and t.status = 'active')
    order by next_at limit ${limit}
    for update skip locked`)
}

/** False if this occurrence was there: its task was created before. */
export async function insertOccurrence(
  tx: Tx,
  occurrence: { scheduleId: string; at: Date; now: Date },
): Promise<boolean> {
  const row = await tx.row(sql`
    insert into schedule_occurrences (tenant_id, schedule_id, occurs_at, created_at)
    values (${tx.tenantId}, ${occurrence.scheduleId}, ${occurrence.at}, ${occurrence.now})
    on conflict do nothing
    returning occurs_at`)
  return row !== undefined
}

export async function nameTask(
  tx: Tx,
  occurrence: { scheduleId: string; at: Date; taskId: string },
): Promise<void> {
  await tx.rows(sql`
    update schedule_occurrences set task_id = ${occurrence.taskId}
    where ${tx.mine()} and schedule_id = ${occurrence.scheduleId} and occurs_at = ${occurrence.at}`)
}

export function findSchedule(
  tx: Tx,
  id: string,
  options: { lock?: boolean } = {},
): Promise<ScheduleRow | undefined> {
  return tx.row<ScheduleRow>(sql`
    select ${columns} from schedules where ${tx.mine()} and id = ${id}
    ${options.lock ? sql`for update` : empty}`)
}

export function listSchedules(
  tx: Tx,
  after: string | undefined,
  limit: number,
): Promise<ScheduleRow[]> {
  return tx.rows<ScheduleRow>(sql`
    select ${columns} from schedules
    where ${tx.mine()} ${after ? sql`and id > ${after}` : empty}
    order by id limit ${limit}`)
}

/** Serializes counting until the transaction ends: two concurrent requests could both find one free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`schedules of ${tx.tenantId}`}, 0))`,
  )
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function countSchedules(tx: Tx, most: number): Promise<number> {
  const row = await tx.row<{ count: number }>(sql`
    select count(*)::int as count from (
      select from schedules where ${tx.mine()} limit ${most}) as found`)
  return row?.count ?? 0
}

export async function insertSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.rows(sql`
    insert into schedules (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.name}, ${row.template_id}, ${JSON.stringify(row.rule)}, ${row.next_at},
      ${row.paused_at}, ${row.last_at}, ${row.last_task_id}, ${row.last_error}, ${row.task_count},
      ${row.missed_count}, ${row.version}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`)
}

export async function updateSchedule(tx: Tx, row: ScheduleRow): Promise<void> {
  await tx.rows(sql`
    update schedules set name = ${row.name}, template_id = ${row.template_id}, rule = ${JSON.stringify(row.rule)},
      next_at = ${row.next_at}, paused_at = ${row.paused_at}, last_at = ${row.last_at},
      last_task_id = ${row.last_task_id}, last_error = ${row.last_error}, task_count = ${row.task_count},
      missed_count = ${row.missed_count}, version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteSchedule(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from schedules where ${tx.mine()} and id = ${id}`)
}
