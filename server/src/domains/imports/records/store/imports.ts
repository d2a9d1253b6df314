// SQL of imports: their rows, which ones a worker continues, and what their files use.
import type {
  ImportDefaults,
  ImportDelimiter,
  ImportFormat,
  ImportMapping,
  ImportState,
} from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { empty, sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import type { FileColumn } from '#domains/imports/rows/index.ts'

/** As it is stored: with the suggested field, and columns without a name. */
export type StoredColumn = FileColumn & { field: string | null }

export type ImportRow = {
  id: string
  state: ImportState
  name: string
  format: ImportFormat
  delimiter: ImportDelimiter | null
  bytes: number
  stored_bytes: number
  columns: StoredColumn[]
  mapping: ImportMapping
  defaults: ImportDefaults
  data_position: number
  data_line: number
  position: number
  line: number
  rows_done: number
  rows_total: number | null
  valid: number
  created: number
  existing: number
  rejected: number
  is_started: boolean
  running_since: Date | null
  running_rows: number
  faults: number
  failure: string | null
  created_by: string
  created_at: Date
  updated_at: Date
  ended_at: Date | null
}

const columns = sql`id, state, name, format, delimiter, bytes, stored_bytes, columns, mapping, defaults, data_position,
  data_line, position, line, rows_done, rows_total, valid, created, existing, rejected, is_started, running_since,
  running_rows, faults, failure, created_by, created_at, updated_at, ended_at`

const isShown = sql`state <> 'uploading'`
/** Longer than an upload can pause. */
const ABANDONED = sql`interval '10 minutes'`

/** Uploads of a tenant wait for each other until they are inserted: two could both find the last free place. */
export async function lockCount(tx: Tx): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(hashtextextended(${`imports of ${tx.tenantId}`}, 0))`,
  )
}

/** Those that a killed process left behind. */
export async function deleteAbandoned(tx: Tx): Promise<void> {
  await tx.rows(sql`
    delete from imports
    where ${tx.mine()} and state = 'uploading' and updated_at < now() - ${ABANDONED}`)
}

/** After the lock, in a statement of its own: it sees what those before have written. */
export async function readUse(tx: Tx): Promise<{ open: number; bytes: number }> {
  const row = await tx.row<{ open: number; bytes: number }>(sql`
    select count(*) filter (where state <> 'finished')::int as open,
      coalesce(sum(stored_bytes), 0)::float8 as bytes
    from imports where ${tx.mine()}`)
  return row ?? { open: 0, bytes: 0 }
}

export type NewImport = Pick<
  ImportRow,
  'id' | 'name' | 'format' | 'bytes' | 'created_by' | 'created_at'
>

export async function insertImport(tx: Tx, row: NewImport): Promise<void> {
  await tx.rows(sql`
    insert into imports (tenant_id, id, state, name, format, bytes, stored_bytes, created_by, created_at, updated_at)
    values (${tx.tenantId}, ${row.id}, 'uploading', ${row.name}, ${row.format}, ${row.bytes}, ${row.bytes},
      ${row.created_by}, ${row.created_at}, now())`)
}

/** Before a chunk is stored. False if the upload is over, because its import was deleted. */
export async function touchUpload(tx: Tx, id: string, bytes: number): Promise<boolean> {
  const rows = await tx.rows(sql`
    update imports set updated_at = now(), stored_bytes = greatest(stored_bytes, ${bytes})
    where ${tx.mine()} and id = ${id} and state = 'uploading'
    returning id`)
  return rows.length > 0
}

export async function deleteUpload(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from imports where ${tx.mine()} and id = ${id} and state = 'uploading'`)
}

export function findImport(
  tx: Tx,
  id: string,
  options: { lock?: boolean; isUploading?: boolean } = {},
): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(sql`
    select ${columns} from imports
    where ${tx.mine()} and id = ${id} and ${options.isUploading ? sql`state = 'uploading'` : isShown}
    ${options.lock ? sql`for update` : empty}`)
}

export function listImports(
  tx: Tx,
  before: string | undefined,
  limit: number,
): Promise<ImportRow[]> {
  return tx.rows<ImportRow>(sql`
    select ${columns} from imports
    where ${tx.mine()} and ${isShown} ${before ? sql`and id < ${before}` : empty}
    order by id desc limit ${limit}`)
}

export async function updateImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.rows(sql`
    update imports set state = ${row.state}, delimiter = ${row.delimiter}, bytes = ${row.bytes},
      stored_bytes = ${row.stored_bytes}, columns = ${JSON.stringify(row.columns)},
      mapping = ${JSON.stringify(row.mapping)}, defaults = ${JSON.stringify(row.defaults)},
      data_position = ${row.data_position}, data_line = ${row.data_line}, position = ${row.position}, line = ${row.line},
      rows_done = ${row.rows_done}, rows_total = ${row.rows_total}, valid = ${row.valid}, created = ${row.created},
      existing = ${row.existing}, rejected = ${row.rejected}, is_started = ${row.is_started},
      running_since = ${row.running_since}, running_rows = ${row.running_rows}, faults = ${row.faults},
      failure = ${row.failure}, updated_at = ${row.updated_at}, ended_at = ${row.ended_at}
    where ${tx.mine()} and id = ${row.id}`)
}

export async function deleteImport(tx: Tx, id: string): Promise<void> {
  await tx.rows(sql`delete from imports where ${tx.mine()} and id = ${id}`)
}

/** `except` those that are known. Suspended tenants wait. */
export async function findActiveTenants(
  feed: Reader,
  except: readonly string[],
): Promise<string[]> {
  const rows = await feed.rows<{ tenant_id: string }>(sql`
    select distinct i.tenant_id from imports i
    join tenants x on x.tenant_id = i.tenant_id and x.status = 'active'
    where i.state in ('validating', 'importing') and i.tenant_id <> all(${except}::uuid[])`)
  return rows.map(({ tenant_id: id }) => id)
}

/** The oldest one of the tenant. One that another worker has is its own; this one stays locked until the transaction ends. */
export function lockActive(tx: Tx): Promise<ImportRow | undefined> {
  return tx.row<ImportRow>(sql`
    select ${columns} from imports
    where ${tx.mine()} and state in ('validating', 'importing')
      and exists (select from tenants t where ${tx.mine('t')} and t.status = 'active')
    order by id limit 1
    for update skip locked`)
}
