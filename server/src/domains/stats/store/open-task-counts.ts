// SQL of open tasks: how many in which status, with whom, and which of them need attention.
import { FINAL_STATUSES, PRIORITIES, STATUSES, type Status } from '@task-service/contract'
import { join, raw, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

const isFinal = (status: Status) => (FINAL_STATUSES as readonly Status[]).includes(status)
const OPEN = STATUSES.filter((status) => !isFinal(status))

/** Literals and not parameters: by them PostgreSQL knows the indexes of open tasks. */
const isOpen = sql`t.status in (${raw(OPEN.map((status) => `'${status}'`).join(', '))})`

/** No more than `most` of each are counted. */
export function countStatuses(tx: Tx, most: number): Promise<{ status: Status; count: number }[]> {
  return tx.rows(
    sql`
    select wanted.status, counted.count
    from unnest(${OPEN}::text[]) as wanted (status), lateral (
      select count(*)::int as count from (
        select from tasks t where ${tx.mine('t')} and t.status = wanted.status limit ${most}) as few
    ) as counted`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

export async function countDelegated(tx: Tx, status: Status, most: number): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    sql`
    select count(delegate)::int as count from (
      select t.delegate from tasks t where ${tx.mine('t')} and t.status = ${status} limit ${most}) as few`,
    { usesCustomPlan: true, isExpensive: true },
  )
  return row?.count ?? 0
}

export type WorkerCount = { name: string; count: number }
export type WorkerColumn = 'assignee' | 'delegate'

const columns: Record<WorkerColumn, Sql> = {
  assignee: sql`t.assignee`,
  delegate: sql`t.delegate`,
}

/** From one name to the next, so that each costs one look however many tasks it has; then so many of each. */
export function countOpenByWorker(
  tx: Tx,
  worker: WorkerColumn,
  limits: { names: number; tasks: number; shown: number },
): Promise<WorkerCount[]> {
  const column = columns[worker]
  const first = (condition: Sql) => sql`(
    select ${column} from tasks t
    where ${tx.mine('t')} and ${isOpen} and ${condition} order by ${column} limit 1)`
  return tx.rows<WorkerCount>(
    sql`
    with recursive worker (name, place) as (
      select ${first(sql`${column} is not null`)}, 1
      union all
      select ${first(sql`${column} > worker.name`)}, place + 1
      from worker where name is not null and place < ${limits.names})
    select worker.name, counted.count from worker, lateral (
      select count(*)::int as count from (
        select from tasks t where ${tx.mine('t')} and ${isOpen} and ${column} = worker.name
        limit ${limits.tasks}) as few) as counted
    where worker.name is not null
    order by counted.count desc, worker.name
    limit ${limits.shown}`,
    { usesCustomPlan: true, isExpensive: true },
  )
}

export type NamedWorker = { column: WorkerColumn; name: string }

/** How many of their open tasks are in progress, no more than `most` of each. */
export async function countInProgress(
  tx: Tx,
  workers: readonly NamedWorker[],
  most: number,
): Promise<number[]> {
  if (workers.length === 0) return []
  const counts = workers.map(
    ({ column, name }, place) => sql`
    select ${place}::int as place, count(*)::int as count from (
      select from tasks t
      where ${tx.mine('t')} and ${isOpen} and ${columns[column]} = ${name} and t.status = 'in_progress'
      limit ${most}) as few`,
  )
  const rows = await tx.rows<{ place: number; count: number }>(join(counts, ' union all '), {
    usesCustomPlan: true,
    isExpensive: true,
  })
  return rows.toSorted((a, b) => a.place - b.place).map(({ count }) => count)
}

export type NeedsAttention = {
  kind: string
  count: number
  since: Date | null
  ids: string[] | null
}

const URGENT = PRIORITIES.indexOf('urgent') + 1

/** Tasks that need attention, by the reason; up to `most` of each. */
export function listTasksNeedingAttention(
  tx: Tx,
  times: { now: Date; soon: Date; lately: Date },
  limits: { most: number; ids: number },
): Promise<NeedsAttention[]> {
  const some = (kind: string, since: Sql, condition: Sql, order: Sql) => sql`
    select ${kind}::text as kind, count(*)::int as count, min(since) as since,
      (array_agg(id order by place))[1:${limits.ids}] as ids
    from (
      select t.id, ${since} as since, row_number() over (order by ${order}) as place from tasks t
      where ${tx.mine('t')} and ${condition} order by ${order} limit ${limits.most}) as found`
  const due = sql`t.due_at`
  const statements = [
    some('tasks_overdue', due, sql`${isOpen} and t.due_at < ${times.now}`, sql`t.due_at, t.id`),
    some(
      'tasks_due_soon',
      due,
      sql`${isOpen} and t.due_at >= ${times.now} and t.due_at < ${times.soon}`,
      sql`t.due_at, t.id`,
    ),
    some(
      'tasks_urgent_unassigned',
      sql`t.updated_at`,
      sql`${isOpen} and t.priority = ${raw(String(URGENT))} and t.assignee is null and t.delegate is null`,
      sql`t.id`,
    ),
    some(
      'tasks_failed',
      sql`t.updated_at`,
      sql`t.status = 'failed' and t.updated_at >= ${times.lately}`,
      sql`t.updated_at desc, t.id desc`,
    ),
    some(
      'tasks_input_required',
      sql`t.updated_at`,
      sql`t.status = 'input_required'
        and not exists (select from questions r where ${tx.mine('r')} and r.task_id = t.id and r.state = 'open')
        and not exists (select from approvals a where ${tx.mine('a')} and a.task_id = t.id and a.state = 'open')`,
      sql`t.id`,
    ),
  ]
  return tx.rows<NeedsAttention>(
    statements.reduce((all, statement) => sql`${all} union all ${statement}`),
    { usesCustomPlan: true, isExpensive: true },
  )
}

export type Firsts = { has_task: boolean; has_completed_task: boolean }

export async function readFirsts(tx: Tx): Promise<Firsts> {
  const row = await tx.row<Firsts>(sql`
    select exists (select from tasks t where ${tx.mine('t')}) as has_task,
      exists (select from tasks t where ${tx.mine('t')} and t.status = 'completed') as has_completed_task`)
  return row ?? { has_task: false, has_completed_task: false }
}
