// The tables that a move copies and replicates, with their columns. Every table with tenant_id is moved, unless it belongs to the
// cell.
import type { Client } from 'pg'
import { carriedTables } from '../transfer/tenant-tables.ts'

export type MoveTable = {
  name: string
  columns: readonly { name: string; type: string }[]
  /** A row may take megabytes. */
  hasLargeRows: boolean
}

/** They have transaction IDs of the dispatcher of the cell, and are empty for a tenant whose events were dispatched. */
const OF_THE_CELL: ReadonlySet<string> = new Set(['dispatch_ranges', 'dispatch_backlog'])

/** Its row at the target says that everything before it has arrived. */
export const FENCES = 'tenant_fences'

/** Columns that differ between cells. The status is that of a tenant which is being created until the target takes over. */
const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tenants: ['status'],
  events: ['xid'],
  deliveries: ['event_xid'],
}

const isOwn = (table: string, column: string) => OWN_COLUMNS[table]?.includes(column) === true

export async function listMoveTables(client: Client): Promise<MoveTable[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and exists (select from pg_attribute t
        where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
    order by c.relname <> 'tenants', c.relname, a.attname`)
  const large = new Set(carriedTables.flatMap((one) => (one.hasLargeRows ? [one.table] : [])))
  return [...Map.groupBy(rows, ({ table }) => table)]
    .filter(([name]) => !OF_THE_CELL.has(name))
    .map(([name, columns]) => ({
      name,
      columns: columns.map(({ name: column, type }) => ({ name: column, type })),
      hasLargeRows: large.has(name),
    }))
}

/** A description that is equal in two databases with the same columns. */
export function describeTables(tables: readonly MoveTable[]): string {
  return JSON.stringify(tables)
}

/** Without the status, an update of the tenant at the source cannot activate it at the target. */
export function publishedTable({ name, columns }: MoveTable, tenantId: string): string {
  const own = OWN_COLUMNS[name]
  const list =
    name === 'tenants'
      ? ` (${columns
          .filter((column) => !own?.includes(column.name))
          .map((column) => quote(column.name))
          .join(', ')})`
      : ''
  return `public.${quote(name)}${list} where (tenant_id = '${tenantId}'::uuid)`
}

/** Each row as a JSON array of texts: every version parses the text of a value alike. */
export function selectRows({ name, columns }: MoveTable): string {
  const texts = columns.map((column) => `entry.${quote(column.name)}::text`).join(', ')
  return `select json_build_array(${texts})::text as line from public.${quote(name)} entry where tenant_id = $1`
}

/** `$1` is a JSON array of such arrays. */
export function insertRows({ name, columns }: MoveTable): string {
  const values = columns.map((column, place) =>
    name === 'tenants' && column.name === 'status'
      ? `'deleting'`
      : `(v.row ->> ${place})::${column.type}`,
  )
  return `insert into public.${quote(name)} (${columns.map((column) => quote(column.name)).join(', ')})
    select ${values.join(', ')} from json_array_elements($1::json) as v (row)`
}

/** What both cells must have at the switch. */
export function comparedColumns({ name, columns }: MoveTable): string {
  return columns
    .filter((column) => !isOwn(name, column.name))
    .map((column) => `entry.${quote(column.name)}`)
    .join(', ')
}

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
