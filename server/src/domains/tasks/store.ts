// SQL of tasks: one statement per function, each inside the tenant transaction it is given.
import { empty, join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { TaskRow } from './row.ts'

const columns = sql`t.id, t.number, t.title, t.description, t.status, t.priority, t.queue, t.labels, t.assignee,
  t.delegate, t.parent_id, t.due_at, t.not_before, t.input, t.result, t.fields, t.origin_kind, t.origin, t.source,
  t.external_id, t.settled_at, t.version, t.created_by, t.created_at, t.updated_at, t.completed_at`

/** Takes a run of numbers; the counter stays locked until the transaction ends, so numbers have no holes. */
export async function takeNumbers(tx: Tx, count: number): Promise<number> {
  const row = await tx.row<{ last_number: number }>(sql`
    insert into task_counters as t (tenant_id, last_number) values (${tx.tenantId}, ${count})
    on conflict (tenant_id) do update set last_number = t.last_number + ${count}
    returning last_number`)
  if (!row) throw new Error('the task counter answered nothing')
  return row.last_number - count + 1
}

const text = (values: (string | null)[]) => sql`${values}::text[]`
const times = (values: (Date | null)[]) => sql`${values}::timestamptz[]`
const json = (values: unknown[]) =>
  sql`${values.map((value) => (value === null ? null : JSON.stringify(value)))}::json[]`

/** Inserts all rows whose external reference is free and returns the ids that went in. */
export async function insertTasks(tx: Tx, rows: readonly TaskRow[]): Promise<string[]> {
  const inserted = await tx.rows<{ id: string }>(sql`
    insert into tasks (tenant_id, id, number, title, description, status, priority, queue, labels, assignee, delegate,
      parent_id, due_at, not_before, input, result, fields, origin_kind, origin, source, external_id, version,
      created_by, created_at, updated_at, completed_at)
    select ${tx.tenantId}, id, number, title, description, status, priority, queue,
      array(select json_array_elements_text(labels)), assignee, delegate, parent_id, due_at, not_before, input, result,
      fields, origin_kind, origin, source, external_id, 1, created_by, created_at, created_at, completed_at
    from unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.number)}::bigint[],
      ${text(rows.map((row) => row.title))},
      ${text(rows.map((row) => row.description))},
      ${text(rows.map((row) => row.status))},
      ${rows.map((row) => row.priority)}::smallint[],
      ${text(rows.map((row) => row.queue))},
      ${json(rows.map((row) => row.labels))},
      ${text(rows.map((row) => row.assignee))},
      ${text(rows.map((row) => row.delegate))},
      ${rows.map((row) => row.parent_id)}::uuid[],
      ${times(rows.map((row) => row.due_at))},
      ${times(rows.map((row) => row.not_before))},
      ${json(rows.map((row) => row.input))},
      ${json(rows.map((row) => row.result))},
      ${json(rows.map((row) => row.fields))},
      ${text(rows.map((row) => row.origin_kind))},
      ${json(rows.map((row) => row.origin))},
      ${text(rows.map((row) => row.source))},
      ${text(rows.map((row) => row.external_id))},
      ${text(rows.map((row) => row.created_by))},
      ${times(rows.map((row) => row.created_at))},
      ${times(rows.map((row) => row.completed_at))}
    ) as task (id, number, title, description, status, priority, queue, labels, assignee, delegate, parent_id, due_at,
      not_before, input, result, fields, origin_kind, origin, source, external_id, created_by, created_at, completed_at)
    on conflict (tenant_id, source, external_id) where source is not null do nothing
    returning id`)
  return inserted.map((row) => row.id)
}

/**
 * Only for tasks that are there: an insert refused for its reference is reported by what it left out. Each is looked
 * up by itself; as a join, the plan made for an average tenant would read every task of a large one.
 */
export async function insertLabels(
  tx: Tx,
  labels: readonly { taskId: string; label: string }[],
): Promise<void> {
  await tx.rows(sql`
    insert into task_labels (tenant_id, label, task_id)
    select ${tx.tenantId}, wanted.label, wanted.task_id
    from unnest(${text(labels.map((row) => row.label))}, ${labels.map((row) => row.taskId)}::uuid[])
      as wanted (label, task_id)
    where (select true from tasks t where ${tx.mine('t')} and t.id = wanted.task_id)`)
}

export async function deleteLabels(tx: Tx, taskId: string): Promise<void> {
  await tx.rows(sql`delete from task_labels where ${tx.mine()} and task_id = ${taskId}`)
}

export type TaskKey = { id: string } | { number: number } | { source: string; externalId: string }

function matches(key: TaskKey): Sql {
  if ('id' in key) return sql`t.id = ${key.id}`
  if ('number' in key) return sql`t.number = ${key.number}`
  return sql`t.source = ${key.source} and t.external_id = ${key.externalId}`
}

export function findTask(tx: Tx, key: TaskKey, options: { lock?: boolean } = {}) {
  return tx.row<TaskRow>(sql`
    select ${columns} from tasks t where ${tx.mine('t')} and ${matches(key)}
    ${options.lock ? sql`for no key update` : empty}`)
}

export async function updateTask(tx: Tx, row: TaskRow): Promise<void> {
  await tx.rows(sql`
    update tasks set title = ${row.title}, description = ${row.description}, status = ${row.status},
      priority = ${row.priority}, queue = ${row.queue}, labels = ${row.labels}, assignee = ${row.assignee},
      delegate = ${row.delegate}, parent_id = ${row.parent_id}, due_at = ${row.due_at},
      not_before = ${row.not_before}, input = ${stored(row.input)}, result = ${stored(row.result)},
      fields = ${stored(row.fields)}, settled_at = ${row.settled_at}, version = ${row.version},
      updated_at = ${row.updated_at}, completed_at = ${row.completed_at}
    where ${tx.mine()} and id = ${row.id}`)
}

function stored(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

export async function deleteTask(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from tasks where ${tx.mine()} and id = ${id}`)
}

/**
 * One change of parents at a time in a tenant: two moves that each look harmless can make a circle together. Held until
 * the transaction ends. No Idempotency-Key has a space, so its locks are others.
 */
export async function lockParents(tx: Tx): Promise<void> {
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} parents`}, 0))`)
}

/** Whether `id` stands on the way from `parentId` up to the root. */
export async function isAncestor(tx: Tx, id: string, parentId: string): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(sql`
    with recursive up as (
      select t.id, t.parent_id from tasks t where ${tx.mine('t')} and t.id = ${parentId}
      union
      select t.id, t.parent_id from tasks t join up on t.id = up.parent_id where ${tx.mine('t')}
    )
    select exists (select 1 from up where id = ${id}) as found`)
  return row?.found ?? false
}

/** The fragments are of this slice's own making; see listing.ts. */
export function listTasks(
  tx: Tx,
  query: { source: Sql; conditions: readonly Sql[]; order: Sql; limit: number },
): Promise<TaskRow[]> {
  return tx.rows<TaskRow>(sql`
    select ${columns} from ${query.source}
    where ${join([tx.mine('t'), ...query.conditions], ' and ')}
    order by ${query.order}
    limit ${query.limit}`)
}
