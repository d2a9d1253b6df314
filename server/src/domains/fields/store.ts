// SQL of custom fields: their definitions, and the values of tasks as rows.
import type { FieldChoice, FieldType } from '@task-service/contract'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type FieldRow = {
  id: string
  key: string
  name: string
  type: FieldType
  choices: FieldChoice[]
  position: number
  archived_at: Date | null
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
}

const columns = sql`id, key, name, type, choices, position, archived_at, version, created_by, created_at, updated_at`

export function listFields(
  tx: Tx,
  page: { after?: { position: number; id: string } | undefined; limit: number },
): Promise<FieldRow[]> {
  const { after } = page
  return tx.rows<FieldRow>(sql`
    select ${columns} from custom_fields
    where ${tx.mine()} ${after ? sql`and (position, id) > (${after.position}, ${after.id})` : empty}
    order by position, id
    limit ${page.limit}`)
}

export function findField(tx: Tx, id: string): Promise<FieldRow | undefined> {
  return tx.row<FieldRow>(sql`
    select ${columns} from custom_fields where ${tx.mine()} and id = ${id}`)
}

export async function insertField(tx: Tx, row: FieldRow): Promise<void> {
  await tx.rows(sql`
    insert into custom_fields (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.key}, ${row.name}, ${row.type}, ${JSON.stringify(row.choices)},
      ${row.position}, ${row.archived_at}, ${row.version}, ${row.created_by}, ${row.created_at}, ${row.updated_at})`)
}

export async function updateField(tx: Tx, row: FieldRow): Promise<void> {
  await tx.rows(sql`
    update custom_fields set name = ${row.name}, choices = ${JSON.stringify(row.choices)}, position = ${row.position},
      archived_at = ${row.archived_at}, version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

/** In this order, without gaps. */
export async function renumber(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`
    update custom_fields d set position = n.place - 1
    from unnest(${ids}::uuid[]) with ordinality as n (id, place)
    where ${tx.mine('d')} and d.id = n.id and d.position <> n.place - 1`)
}

export async function deleteField(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from custom_fields where ${tx.mine()} and id = ${id}`)
}

/**
 * For a transaction that changes which rows tasks have: waits for every write of values and every create in progress, and
 * those that come later wait for the commit. The order is that of a write, which changes tasks before it creates some.
 */
export async function lockDefinitions(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} fields`}, 0))`)
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.tenantId} counter`}, 0))`)
}

export async function removeRows(tx: Tx, fieldId: string): Promise<void> {
  // Every row is in one of the two indexes.
  await tx.rows(sql`
    delete from task_field_values
    where ${tx.mine()} and field_id = ${fieldId} and (value is not null or number is not null)`)
}

/** A statement each, so that none takes long however many tasks there are. */
const CHUNK = 2_000

/**
 * IDs of the tasks whose document has the key somewhere. Read without a lock, so that writes of a large tenant wait only
 * while rows are written. Documents are looked at as text, which costs a fraction of reading their JSON.
 */
export async function findTasksWithKey(tx: Tx, key: string): Promise<string[]> {
  const found: string[] = []
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
    const chunk: { ids: string[]; last: string | null } | undefined = await tx.row(sql`
      with chunk as materialized (
        select t.id, position(${`"${key}":`} in t.doc::text) > 0 as found from tasks t
        where ${tx.mine('t')} and t.id > ${after}::uuid order by t.id limit ${CHUNK})
      select coalesce(array_agg(id) filter (where found), '{}') as ids,
        (select id from chunk order by id desc limit 1) as last
      from chunk`)
    found.push(...(chunk?.ids ?? []))
    after = chunk?.last ?? null
  }
  return found
}

/** Those that were written since: what `findTasksWithKey` may not have seen. */
export async function findTasksChangedSince(tx: Tx, since: Date): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
    select t.id from tasks t where ${tx.mine('t')} and t.updated_at >= ${since}`)
  return rows.map(({ id }) => id)
}

/** Rows of one field for these tasks, of which some may be gone by now. As `field_rows` derives them. */
export async function insertRows(
  tx: Tx,
  { id, key, type, choices }: FieldRow,
  taskIds: readonly string[],
): Promise<void> {
  const definition = sql`${type}::text, ${JSON.stringify(choices)}::json`
  for (let at = 0; at < taskIds.length; at += CHUNK) {
    const ids = taskIds.slice(at, at + CHUNK)
    await tx.rows(sql`
      insert into task_field_values (tenant_id, task_id, field_id, value, number)
      select ${tx.tenantId}, t.id, ${id}, r.value, r.number
      from (
        select t.id, without_nul(t.doc) -> 'fields' -> ${key} as raw from tasks t
        where ${tx.mine('t')} and t.id = any(${ids}::uuid[])
        for key share) t
      cross join lateral (
        select field_text(${definition}, t.raw) as value, field_number(${definition}, t.raw) as number) r
      where r.value is not null or r.number is not null`)
  }
}

export type TaskValues = { id: string; fields: Record<string, unknown> }

/** The rows of these tasks as their fields are now. */
export async function replaceValues(tx: Tx, tasks: readonly TaskValues[]): Promise<void> {
  if (tasks.length === 0) return
  const rows = JSON.stringify(tasks)
  await Promise.all([
    tx.rows(
      sql`select pg_advisory_xact_lock_shared(hashtextextended(${`${tx.tenantId} fields`}, 0))`,
    ),
    tx.rows(sql`
      delete from task_field_values
      where ${tx.mine()} and task_id = any(${tasks.map(({ id }) => id)}::uuid[])`),
    tx.rows(sql`
      insert into task_field_values (tenant_id, task_id, field_id, value, number)
      select ${tx.tenantId}, n.id, r.field_id, r.value, r.number
      from json_to_recordset(${rows}) as n (id uuid, fields json)
      cross join lateral field_rows(${tx.tenantId}::uuid, n.fields) r`),
  ])
}
