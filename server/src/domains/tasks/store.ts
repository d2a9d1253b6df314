// SQL of tasks: one statement per function, each inside the transaction it is given.
import type { Task } from '@task-service/contract'
import { empty, fitsWithin, join, type Sql, sentBytes, sql } from '#db/sql.ts'
import type { ReadOptions, Tx } from '#db/tenant-tx.ts'
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
export async function findDocument(
  tx: Tx,
  key: TaskKey,
  lock?: Lock,
): Promise<Document | undefined> {
  const row = await tx.row<Document>(sql`
    select t.doc::text as doc, t.version from tasks t where ${tx.mine('t')} and ${matches(key)}
    ${lock ? locks[lock] : empty}`)
  return row
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

/** Documents up to the byte budget; null stands for each one behind it. */
export type BoundedDocuments = (string | null)[]

type PageQuery = { conditions: readonly Sql[]; order: Sql; limit: number; maxBytes: number }

/**
 * `source`, `conditions` and `order` are fragments of this slice's own making; see listing.ts. Nothing above the inner
 * select could change its order. Sizes are taken of the rows of the page alone, once each: `offset 0` keeps the planner
 * from moving them into the sort or the sum.
 */
export async function listDocuments(
  tx: Tx,
  query: PageQuery & { source: Sql; read: ReadOptions },
): Promise<BoundedDocuments> {
  const statement = sql`
    select case when ${fitsWithin(sql`page.bytes`, query.maxBytes)} then page.doc::text end
    from (
      select chosen.doc, ${sentBytes(sql`chosen.doc`)} as bytes
      from (
        select t.doc from ${query.source}
        where ${join([tx.mine('t'), ...query.conditions], ' and ')}
        order by ${query.order}
        limit ${query.limit}) chosen
      offset 0) page`
  const rows = await tx.rows<[doc: string | null]>(statement, {
    ...query.read,
    rowMode: 'array',
  })
  return rows.map(([doc]) => doc)
}

/**
 * The page of a search by walking: rows of the list are looked at one by one, in its order, until the page is full or
 * `window` rows were seen. Gives nothing unless what it found is certain to be the page. The last row of the window
 * comes along as a sign that there may be more behind it. Nothing above the inner select could change the order.
 */
export async function searchNearby(
  tx: Tx,
  query: PageQuery & { words: string; window: number },
): Promise<BoundedDocuments | undefined> {
  const statement = sql`
    select case when page.found and ${fitsWithin(sql`page.bytes`, query.maxBytes)} then page.doc::text end,
      page.found, page.place
    from (
      select walk.doc, ${sentBytes(sql`walk.doc`)} as bytes, walk.found, walk.place
      from (
        select t.doc, t.search @@ websearch_to_tsquery('simple', ${query.words}) as found,
          row_number() over (order by ${query.order}) as place
        from tasks t
        where ${join([tx.mine('t'), ...query.conditions], ' and ')}
        order by ${query.order}
        limit ${query.window}) walk
      where walk.found or walk.place = ${query.window}
      limit ${query.limit}) page`
  const rows = await tx.rows<[doc: string | null, found: boolean, place: number]>(statement, {
    usesCustomPlan: true,
    isExpensive: true,
    rowMode: 'array',
  })
  const found = rows.filter(([, isFound]) => isFound).map(([doc]) => doc)
  const isCutShort = rows.at(-1)?.[2] === query.window
  return found.length === query.limit || !isCutShort ? found : undefined
}

/** How many tasks the tenant has had. */
export async function countNumbers(tx: Tx): Promise<number> {
  const row = await tx.row<{ last_number: number }>(sql`
    select last_number from task_counters where ${tx.mine()}`)
  return row?.last_number ?? 0
}

export async function updateTasks(tx: Tx, tasks: readonly Task[]): Promise<void> {
  const rows = tasks.map((task) => ({
    ...columnsOf(task),
    version: task.version,
    doc: printTask(task),
  }))
  await tx.rows(sql`
    update tasks t set version = n.version, status = n.status, priority = n.priority, queue = n.queue,
      assignee = n.assignee, delegate = n.delegate, parent_id = n.parent_id, due_at = n.due_at,
      not_before = n.not_before, updated_at = n.updated_at, search = task_words(n.title, n.description),
      doc = n.doc::json
    from json_to_recordset(${JSON.stringify(rows)}) as n (id uuid, version integer, status text, priority smallint,
      queue text, assignee text, delegate text, parent_id uuid, due_at timestamptz, not_before timestamptz,
      updated_at timestamptz, title text, description text, doc text)
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

/** Whether the tenant has an event that a reader with this horizon cannot have seen. */
export async function hasChangedSince(
  tx: Tx,
  seen: { horizon: string; since: Date },
): Promise<boolean> {
  const row = await tx.row<{ changed: boolean }>(sql`
    select exists (
      select from events
      where ${tx.mine()} and xid >= ${seen.horizon}::xid8 and occurred_at >= ${seen.since}) as changed`)
  return row?.changed ?? true
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
