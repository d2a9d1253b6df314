// SQL of saved views.
import type { View, ViewQuery } from '@task-service/contract'
import { empty, type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ViewRow = {
  id: string
  name: string
  kind: View['kind']
  query: ViewQuery
  columns: View['columns']
  shared: boolean
  owner: string
  position: number
  version: number
  created_at: Date
  updated_at: Date
}

const columns = sql`id, name, kind, query, columns, shared, owner, position, version, created_at, updated_at`

function visibleTo(viewer: string): Sql {
  return sql`(shared or owner = ${viewer})`
}

export function findView(
  tx: Tx,
  view: { id: string; viewer: string },
  options: { lock?: boolean } = {},
): Promise<ViewRow | undefined> {
  return tx.row<ViewRow>(sql`
    select ${columns} from views
    where ${tx.mine()} and id = ${view.id} and ${visibleTo(view.viewer)}
    ${options.lock ? sql`for update` : empty}`)
}

export function listViews(
  tx: Tx,
  query: { viewer: string; after: { position: number; id: string } | undefined; limit: number },
): Promise<ViewRow[]> {
  const { after } = query
  return tx.rows<ViewRow>(sql`
    select ${columns} from views
    where ${tx.mine()} and ${visibleTo(query.viewer)}
      ${after ? sql`and (position, id) > (${after.position}, ${after.id})` : empty}
    order by position, id
    limit ${query.limit}`)
}

export async function findLastPosition(tx: Tx): Promise<number | undefined> {
  const row = await tx.row<{ position: number }>(sql`
    select position from views where ${tx.mine()} order by position desc limit 1`)
  return row?.position
}

export async function insertView(tx: Tx, row: ViewRow): Promise<void> {
  await tx.rows(sql`
    insert into views (tenant_id, ${columns})
    values (${tx.tenantId}, ${row.id}, ${row.name}, ${row.kind}, ${JSON.stringify(row.query)}, ${row.columns},
      ${row.shared}, ${row.owner}, ${row.position}, ${row.version}, ${row.created_at}, ${row.updated_at})`)
}

export async function updateView(tx: Tx, row: ViewRow): Promise<void> {
  await tx.rows(sql`
    update views set name = ${row.name}, kind = ${row.kind}, query = ${JSON.stringify(row.query)},
      columns = ${row.columns}, shared = ${row.shared}, position = ${row.position}, version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from views where ${tx.mine()} and id = ${id}`)
}
