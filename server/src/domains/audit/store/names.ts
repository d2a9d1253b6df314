// SQL for what objects are called now: entries store IDs only, and IDs never change.
import { join, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type NamedRow = { id: string; name: string; number: number | null }

const title = sql`without_nul(t.doc) ->> 'title'`

/** What has a name of its own, and where it is. */
const named = {
  agent: sql`select name, null::bigint from agents`,
  // The path and the query of a webhook's URL may be its password.
  webhook: sql`select coalesce(nullif(description, ''), substring(url from '^[a-z]+://([^/?#]+)'), ''), null::bigint
    from webhooks`,
  view: sql`select name, null::bigint from views`,
  user: sql`select coalesce(nullif(name, ''), username), null::bigint from users`,
  integration: sql`select name, null::bigint from integrations`,
  connector: sql`select name, null::bigint from connectors`,
  key: sql`select '…' || hint, null::bigint from api_keys`,
  field: sql`select name, null::bigint from custom_fields`,
  template: sql`select name, null::bigint from task_templates`,
  schedule: sql`select name, null::bigint from schedules`,
  import: sql`select name, null::bigint from imports`,
} as const

/** What is named after its task. */
const ofTasks = {
  link: sql`links`,
  conflict: sql`sync_conflicts`,
  write_back: sql`write_backs`,
} as const

export type NamedKind = keyof typeof named | keyof typeof ofTasks | 'task' | 'tenant'
export type WantedNames = ReadonlyMap<NamedKind, ReadonlySet<string>>

const kindsOf = <Table extends object>(table: Table) => Object.keys(table) as (keyof Table)[] // the tables above are closed

/**
 * One text whatever is wanted, so that it is prepared once; a kind of which nothing is wanted reads nothing. Each row is
 * found by its primary key: `offset 0` keeps the planner from another join.
 */
export function findNames(tx: Tx, wanted: WantedNames): Promise<NamedRow[]> {
  const lookUp = (kind: NamedKind, row: Sql) => sql`
    select w.id, n.name, n.number from unnest(${[...(wanted.get(kind) ?? [])]}::uuid[]) as w (id)
      cross join lateral (${row} offset 0) as n (name, number)`
  const parts = [
    lookUp(
      'task',
      sql`select ${title}, t.number from tasks t where ${tx.mine('t')} and t.id = w.id`,
    ),
    lookUp(
      'tenant',
      sql`select name, null::bigint from tenants where ${tx.mine()} and tenant_id = w.id`,
    ),
    ...kindsOf(named).map((kind) =>
      lookUp(kind, sql`${named[kind]} where ${tx.mine()} and id = w.id`),
    ),
    ...kindsOf(ofTasks).map((kind) =>
      lookUp(
        kind,
        sql`select ${title}, t.number from ${ofTasks[kind]} l
          join tasks t on t.tenant_id = l.tenant_id and t.id = l.task_id
          where ${tx.mine('l')} and l.id = w.id`,
      ),
    ),
  ]
  return tx.rows<NamedRow>(
    sql`select id, name, number::int from (${join(parts, ' union all ')}) as found (id, name, number)`,
  )
}

export async function findTaskId(tx: Tx, number: number): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(
    sql`select t.id from tasks t where ${tx.mine('t')} and t.number = ${number}`,
  )
  return row?.id
}
