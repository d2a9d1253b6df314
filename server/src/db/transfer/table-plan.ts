// How each table of a tenant is read, inserted and compared: the declaration, with the columns that the catalog has.
import { raw, type Sql, sql } from '#db/sql.ts'
import {
  type CarriedTable,
  type ColumnRule,
  carriedTables,
  type ImportMode,
  type LaterStep,
  leftOutTables,
} from './tenant-tables.ts'

export type Column = { table: string; name: string; type: string }

export type TablePlan = {
  table: string
  hasLargeRows: boolean
  /** Names of the columns in the export. */
  names: readonly string[]
  /** One JSON array per row, of texts: every type has a text from which PostgreSQL reads the same value. */
  select: string
  /** `rows` is a JSON array of such arrays. */
  insert: (tenantId: string, rows: string, mode: ImportMode) => Sql
  /** What is equal before and after the import, as columns of `entry`. */
  compared: string
  later?: LaterStep
}

/** Throws for a table that is not declared: exporting a part of a tenant would look like all of it. */
export async function planTables(
  query: (statement: Sql) => Promise<Column[]>,
): Promise<TablePlan[]> {
  const rows = await query(sql`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and exists (select from pg_attribute t
        where t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped)
    order by c.relname, a.attnum`)
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const declared = new Set([...carriedTables, ...leftOutTables].map(({ table }) => table))
  for (const table of byTable.keys()) {
    if (!declared.has(table)) throw new Error(`exports do not know the table ${table}`)
  }
  return carriedTables.map((carried) => planTable(carried, byTable.get(carried.table) ?? []))
}

function planTable(carried: CarriedTable, all: readonly Column[]): TablePlan {
  const { table, columns: rules = {}, hasLargeRows = false } = carried
  const missing = Object.keys(rules).filter((name) => !all.some((column) => column.name === name))
  if (all.length === 0 || missing.length > 0) {
    throw new Error(`the table ${table} has no ${missing.join(', ') || 'columns'}`)
  }
  const own = all.filter(({ name }) => name !== 'tenant_id')
  const ruleOf = ({ name }: Column): ColumnRule | undefined => rules[name]
  const read = own.filter((column) => !ruleOf(column)?.isLeftOut)
  const compared = read.flatMap((column) => {
    const rule = ruleOf(column)
    return rule ? (rule.compared ?? []) : `entry.${quote(column.name)}`
  })
  return {
    table,
    hasLargeRows,
    names: read.map(({ name }) => name),
    select: `select json_build_array(${read.map(({ name }) => `entry.${quote(name)}::text`).join(', ')})::text as line
      from ${table} entry where tenant_id = $1`,
    insert: (tenantId, rows, mode) => {
      const columns = own.flatMap((column) => {
        const value =
          ruleOf(column)?.value?.(mode) ??
          (read.includes(column) ? `r.${quote(column.name)}` : null)
        return value === null ? [] : [{ name: quote(column.name), value }]
      })
      return insertOf({ table, columns, read }, tenantId, rows)
    },
    compared: ['entry.tenant_id', ...compared].join(', '),
    ...(carried.later && { later: carried.later }),
  }
}

type Insertion = {
  table: string
  columns: readonly { name: string; value: string }[]
  read: readonly Column[]
}

function insertOf({ table, columns, read }: Insertion, tenantId: string, rows: string): Sql {
  const names = columns.map(({ name }) => name).join(', ')
  const values = columns.map(({ value }) => value).join(', ')
  const texts = read.map(
    ({ name, type }, place) => `(v.row ->> ${place})::${type} as ${quote(name)}`,
  )
  return sql`insert into ${raw(table)} (tenant_id, ${raw(names)})
    select ${tenantId}::uuid, ${raw(values)}
    from (select ${raw(texts.join(', '))} from json_array_elements(${rows}::json) as v (row)) as r`
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
