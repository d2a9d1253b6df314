// SQL of how much a tenant has stored: its own rows, counted up to a bound, and their size by a sample.
import type { StorageInfo } from '@task-service/contract'
import { type Sql, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export async function readServerVersion(tx: Tx): Promise<string> {
  const row = await tx.row<{ version: string }>(
    sql`select current_setting('server_version') as version`,
  )
  // Distributions append their own: `15.14 (Debian 15.14-0+deb12u1)`.
  return row?.version.split(' ')[0] ?? ''
}

type Kind = StorageInfo['kind']

/** The size of a row is that of what varies in it and, roughly, of the rest. Newest first by an index there is. */
const tables: Record<Kind, { table: Sql; order: Sql; bytes: Sql }> = {
  tasks: {
    table: sql`tasks t`,
    order: sql`t.id desc`,
    bytes: sql`200 + pg_column_size(t.doc) + pg_column_size(t.search)`,
  },
  comments: {
    table: sql`comments t`,
    order: sql`t.id desc`,
    bytes: sql`130 + pg_column_size(t.body)`,
  },
  events: {
    table: sql`events t`,
    order: sql`t.xid desc, t.id desc`,
    bytes: sql`140 + pg_column_size(t.data) + pg_column_size(t.previous)`,
  },
  audit: {
    table: sql`audit_entries t`,
    order: sql`t.id desc`,
    bytes: sql`150 + pg_column_size(t.changes)`,
  },
  deliveries: {
    table: sql`deliveries t`,
    order: sql`t.id desc`,
    bytes: sql`220 + coalesce(pg_column_size(t.response), 0)`,
  },
}

const SAMPLE_ROWS = 200

export type Measure = { kind: Kind; count: number; row_bytes: number }

/** One table after the other: there is no hurry. */
export async function measureStorage(tx: Tx, most: number): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const kind of Object.keys(tables) as Kind[]) measures.push(await measure(tx, kind, most)) // keys of the table
  return measures
}

async function measure(tx: Tx, kind: Kind, most: number): Promise<Measure> {
  const { table, order, bytes } = tables[kind]
  const [row] = await tx.rows<{ count: number; row_bytes: number | null }>(
    sql`
    select (select count(*)::int from (
        select from ${table} where ${tx.mine('t')} limit ${most}) as counted) as count,
      (select avg(bytes)::float8 from (
        select ${bytes} as bytes from ${table} where ${tx.mine('t')} order by ${order} limit ${SAMPLE_ROWS}) as sampled)
        as row_bytes`,
    { usesCustomPlan: true, isExpensive: true },
  )
  return { kind, count: row?.count ?? 0, row_bytes: row?.row_bytes ?? 0 }
}
