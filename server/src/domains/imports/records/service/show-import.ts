// An import as the API shows it, with its progress and its first rejected rows.
import {
  IMPORT_ERRORS_LISTED,
  type Import,
  type ImportProgress,
  type ImportRowError,
} from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { listFirstErrors, type RejectedRow } from '../store/content.ts'
import type { ImportRow } from '../store/imports.ts'

export async function showImports(
  ctx: Pick<WorkContext, 'tx' | 'now'>,
  rows: readonly ImportRow[],
): Promise<Import[]> {
  const ids = rows.filter(({ rejected }) => rejected > 0).map(({ id }) => id)
  const errors = ids.length > 0 ? await listFirstErrors(ctx.tx, ids, IMPORT_ERRORS_LISTED) : []
  const byImport = Map.groupBy(errors, (error) => error.import_id)
  return rows.map((row) => showImport(row, byImport.get(row.id) ?? [], ctx.now))
}

export async function showOne(
  ctx: Pick<WorkContext, 'tx' | 'now'>,
  row: ImportRow,
): Promise<Import> {
  const [shown] = await showImports(ctx, [row])
  if (!shown) throw new Error('an import went missing')
  return shown
}

function showImport(row: ImportRow, errors: readonly RejectedRow[], now: Date): Import {
  return {
    id: encodeId('import', row.id),
    name: row.name,
    format: row.format,
    delimiter: row.delimiter,
    bytes: row.bytes,
    state: row.state,
    columns: row.columns.filter(({ name }) => name !== ''),
    mapping: row.mapping,
    defaults: row.defaults,
    progress: progressOf(row, now),
    valid: row.valid,
    created: row.created,
    existing: row.existing,
    rejected: row.rejected,
    errors: errors.flatMap(toErrors).slice(0, IMPORT_ERRORS_LISTED),
    failure: row.failure,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}

function toErrors({ line, errors }: RejectedRow): ImportRowError[] {
  return errors.map((error) => ({ line, ...error }))
}

export function progressOf(
  row: Pick<
    ImportRow,
    | 'state'
    | 'rows_done'
    | 'rows_total'
    | 'position'
    | 'data_position'
    | 'bytes'
    | 'running_since'
    | 'running_rows'
  >,
  now: Date,
): ImportProgress {
  const isRunning = row.state === 'validating' || row.state === 'importing'
  const elapsed = row.running_since ? (now.getTime() - row.running_since.getTime()) / 1_000 : 0
  const rate = isRunning && elapsed > 0 ? (row.rows_done - row.running_rows) / elapsed : null
  const share = (row.position - row.data_position) / Math.max(1, row.bytes - row.data_position)
  const total = row.rows_total ?? (share > 0 ? row.rows_done / share : null)
  const left = rate && total !== null ? Math.max(0, total - row.rows_done) / rate : null
  return {
    rows_done: row.rows_done,
    rows_total: row.rows_total,
    bytes_done: row.position,
    rows_per_second: rate === null ? null : Math.round(rate),
    seconds_left: left === null ? null : Math.ceil(left),
  }
}
