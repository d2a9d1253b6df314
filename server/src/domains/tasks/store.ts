// SQL of tasks: one statement per function, each inside the transaction it is given.
import type { Task } from '@task-service/contract'
import { empty, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { columnsOf, parseTask, printTask, uuidOf } from './document.ts'

export type TaskKey = { id: string } | { number: number } | { source: string; externalId: string }

function matches(key: TaskKey): Sql {
  if ('id' in key) return sql`t.id = ${key.id}`
  if ('number' in key) return sql`t.number = ${key.number}`
  return sql`t.source = ${key.source} and t.external_id = ${key.externalId}`
}

type Lock = 'change' | 'delete'

const locks: Record<Lock, Sql> = {
  change: sql`for no key update`,
  // Also keeps others from making it a parent while it goes.
  delete: sql`for update`,
}

export type Document = { doc: string; version: number }

/** The stored JSON as it is, for readers who pass it on. */
export function findDocument(tx: Tx, key: TaskKey, lock?: Lock): Promise<Document | undefined> {
  return tx.row<Document>(sql`
    select t.doc::text as doc, t.version from tasks t where ${tx.mine('t')} and ${matches(key)}
    ${lock ? locks[lock] : empty}`)
}

export async function findTask(tx: Tx, key: TaskKey, lock?: Lock): Promise<Task | undefined> {
  const found = await findDocument(tx, key, lock)
  return found && parseTask(found.doc)
}

/** What reading a task takes. */
export type TaskSize = { id: string; number: number; bytes: number }

const sizeColumns = sql`t.id, t.number, ${sentBytes(sql`t.doc`)} as bytes`

/** In the order of their ids. */
export function lockChildren(tx: Tx, parentId: string, limit: number): Promise<TaskSize[]> {
  return tx.rows<TaskSize>(sql`
    select ${sizeColumns} from tasks t
    where ${tx.mine('t')} and t.parent_id = ${parentId}
    order by t.id
    limit ${limit} for no key update`)
}

/** In the order of their ids. */
export async function findTasks(tx: Tx, ids: readonly string[]): Promise<Task[]> {
  const rows = await tx.rows<{ doc: string }>(sql`
    select t.doc::text as doc from tasks t where ${tx.mine('t')} and t.id = any(${ids}::uuid[]) order by t.id`)
  return rows.map((row) => parseTask(row.doc))
}

/** Of those that exist. */
export const findKeysById = (tx: Tx, ids: readonly string[]) =>
  findKeys(tx, sql`t.id = any(${ids}::uuid[])`)

/** Of those that exist. */
export const findKeysByNumber = (tx: Tx, numbers: readonly number[]) =>
  findKeys(tx, sql`t.number = any(${numbers}::bigint[])`)

const findKeys = (tx: Tx, where: Sql) =>
  tx.rows<{ number: number; id: string }>(
    sql`select t.number, t.id from tasks t where ${tx.mine('t')} and ${where}`,
  )

export type Reference = { source: string | null; external_id: string | null }

/** Of these references, those that a task has. Each is asked for as a value: a join would read all tasks. */
export async function findReferences(
  tx: Tx,
  references: readonly Reference[],
): Promise<(Reference & { id: string })[]> {
  const asked = references.filter(({ source }) => source !== null)
  if (asked.length === 0) return []
  const rows = JSON.stringify(asked.map(({ source, external_id }) => ({ source, external_id })))
  return tx.rows(sql`
    select * from (
      select r.source, r.external_id, (select t.id from tasks t
        where ${tx.mine('t')} and t.source = r.source and t.external_id = r.external_id) as id
      from json_to_recordset(${rows}) as r (source text, external_id text)) found
    where id is not null`)
}

/** `leavesQueue` for tasks whose queue entry was removed: it is added again after this. */
export async function updateTasks(
  tx: Tx,
  tasks: readonly (Task & { leavesQueue: boolean })[],
): Promise<void> {
  const rows = tasks.map(({ leavesQueue, ...task }) => ({
    ...columnsOf(task),
    version: task.version,
    leaves_queue: leavesQueue,
    doc: printTask(task),
  }))
  await tx.rows(sql`
    update tasks t set version = n.version, status = n.status, priority = n.priority, queue = n.queue,
      assignee = n.assignee, delegate = n.delegate, parent_id = n.parent_id, due_at = n.due_at,
      not_before = n.not_before, updated_at = n.updated_at, fairness_key = n.fairness_key,
      turn = case when not n.leaves_queue then t.turn end,
      ready_at = case when t.ready_at = 'infinity' or t.not_before is not distinct from n.not_before then t.ready_at
        else coalesce(n.not_before, '-infinity') end,
      search = task_words(n.title, n.description), doc = n.doc::json
    from json_to_recordset(${JSON.stringify(rows)}) as n (id uuid, version integer, status text, priority smallint,
      queue text, assignee text, delegate text, parent_id uuid, due_at timestamptz, not_before timestamptz,
      updated_at timestamptz, fairness_key text, leaves_queue boolean, title text, description text, doc text)
    where ${tx.mine('t')} and t.id = any(${rows.map((row) => row.id)}::uuid[]) and t.id = n.id`)
}

export async function deleteTask(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from tasks where ${tx.mine()} and id = ${id}`)
}

export async function replaceLabels(tx: Tx, task: Task): Promise<void> {
  const id = uuidOf(task.id)
  await Promise.all([
    tx.rows(sql`delete from task_labels where ${tx.mine()} and task_id = ${id}`),
    tx.rows(sql`
      insert into task_labels (tenant_id, label, task_id)
      select ${tx.tenantId}, label, ${id} from unnest(${task.labels}::text[]) as wanted (label)`),
  ])
}

/** Always in the same order, so that two requests for the same tasks cannot deadlock. */
export async function lockTasks(
  tx: Tx,
  keys: { ids: readonly string[]; numbers: readonly number[] },
): Promise<TaskSize[]> {
  return tx.rows<TaskSize>(sql`
    select ${sizeColumns} from tasks t
    where ${tx.mine('t')} and t.id = any (${keys.ids}::uuid[] || array(
      select c.id from tasks c where ${tx.mine('c')} and c.number = any (${keys.numbers}::bigint[])))
    order by t.id for no key update`)
}

/** Whether one of these tasks has an event of a transaction that is numbered behind this one. */
export async function hasLaterEvents(
  tx: Tx,
  taskIds: readonly string[],
  since: Date,
): Promise<boolean> {
  const row = await tx.row<{ found: boolean }>(sql`
    select exists (
      select from events
      -- The tenant stands beside the number so that the log is entered by the tenant's own index.
      where ${tx.mine()} and (tenant_id, xid) > (${tx.tenantId}::uuid, pg_current_xact_id())
        and occurred_at >= ${since} and subject_id = any (${taskIds}::uuid[])) as found`)
  return row?.found ?? false
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
