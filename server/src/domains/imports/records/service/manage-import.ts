// Finding, checking, starting, canceling and deleting imports.
import type {
  Import,
  ImportDefaults,
  ImportMapping,
  ImportValidation,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { allFields } from '#domains/fields/index.ts'
import {
  alreadyStarted,
  columnUnknown,
  importNotFound,
  mappingInvalid,
  stateConflict,
} from '#domains/imports/errors.ts'
import { decodeCursor, encodeCursor } from '#lib/cursor.ts'
import { decodeId } from '#lib/ids.ts'
import { bodyError, didYouMean, quote } from '#lib/messages/field-problem.ts'
import { findClosest } from '#lib/messages/find-closest.ts'
import { deleteErrors } from '../store/content.ts'
import {
  deleteImport,
  findImport,
  type ImportRow,
  listImports,
  updateImport,
} from '../store/imports.ts'
import { showImports, showOne } from './show-import.ts'

export async function getRow(
  ctx: Pick<Context, 'tx'>,
  importId: string,
  options: { lock?: boolean } = {},
): Promise<ImportRow> {
  const id = decodeId('import', importId)
  const row = id && (await findImport(ctx.tx, id, options))
  if (!row) throw importNotFound()
  return row
}

export async function getImport(ctx: Context, importId: string): Promise<Import> {
  return showOne(ctx, await getRow(ctx, importId))
}

export async function listPage(
  ctx: Context,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ data: Import[]; next_cursor: string | null }> {
  const scope = { secret: ctx.cursorSecret, tenantId: ctx.tenant.id, query: 'imports' }
  const before = page.cursor ? String(decodeCursor(scope, page.cursor)[0]) : undefined
  const rows = await listImports(ctx.tx, before, page.limit + 1)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return {
    data: await showImports(ctx, shown),
    next_cursor: last ? encodeCursor(scope, [last.id]) : null,
  }
}

/** The dry run reads the file from its start, whatever was found before. */
export async function validateImport(
  ctx: Context,
  importId: string,
  change: ImportValidation,
): Promise<Import> {
  const row = await getRow(ctx, importId, { lock: true })
  if (row.is_started) throw alreadyStarted()
  const mapping = change.mapping ?? row.mapping
  await refuseMapping(ctx, row, mapping)
  const defaults = completeDefaults(mapping, change.defaults ?? row.defaults)
  await deleteErrors(ctx.tx, row.id)
  const next: ImportRow = {
    ...fromTheStart(row, ctx.now),
    state: 'validating',
    mapping,
    defaults,
    rows_total: null,
    valid: 0,
  }
  await updateImport(ctx.tx, next)
  await recordAudit(ctx, [{ action: 'import.validated', subjectId: row.id }])
  return showOne(ctx, next)
}

/** A reference has two parts; which system a file comes from is mostly not in it. */
function completeDefaults(mapping: ImportMapping, defaults: ImportDefaults): ImportDefaults {
  const has = (name: string) => mapping.some(({ field }) => field === name)
  return has('external_id') && !has('source') ? { source: 'import', ...defaults } : defaults
}

function fromTheStart(row: ImportRow, now: Date): ImportRow {
  return {
    ...row,
    position: row.data_position,
    line: row.data_line,
    rows_done: 0,
    created: 0,
    existing: 0,
    rejected: 0,
    running_since: now,
    running_rows: 0,
    faults: 0,
    failure: null,
    updated_at: now,
    ended_at: null,
  }
}

async function refuseMapping(ctx: Context, row: ImportRow, mapping: ImportMapping): Promise<void> {
  const names = row.columns.map(({ name }) => name).filter((name) => name !== '')
  const keys = (await allFields(ctx)).map(({ key }) => key)
  const errors = mapping.flatMap(({ column, field }, place) => {
    const others = mapping.slice(0, place)
    const key = field.startsWith('field:') ? field.slice(6) : undefined
    return [
      ...(names.includes(column) ? [] : [columnUnknown(place, column, names)]),
      ...(others.some((one) => one.column === column)
        ? [bodyError(`/mapping/${place}/column`, 'duplicate', 'is mapped twice')]
        : []),
      ...(others.some((one) => one.field === field)
        ? [bodyError(`/mapping/${place}/field`, 'duplicate', 'is mapped twice')]
        : []),
      ...(key === undefined || keys.includes(key)
        ? []
        : [
            bodyError(
              `/mapping/${place}/field`,
              'invalid_value',
              `must name a custom field of the tenant, got ${quote(key)}${didYouMean(findClosest(key, keys))}`,
            ),
          ]),
    ]
  })
  if (!mapping.some(({ field }) => field === 'title')) {
    const shown = names.slice(0, 20).join(', ')
    const text = `must map a column to title. Columns: ${shown}`
    errors.push(bodyError('/mapping', 'required', text))
  }
  if (errors.length > 0) throw mappingInvalid(errors)
}

/** Continues behind the last row that was imported, if there is one. */
export async function startImport(ctx: Context, importId: string): Promise<Import> {
  const row = await getRow(ctx, importId, { lock: true })
  if (row.state === 'importing') return showOne(ctx, row)
  const isStopped = row.state === 'canceled' || row.state === 'failed'
  // Only a dry run that has ended knows how many rows there are.
  if (row.state !== 'ready' && !(isStopped && row.rows_total !== null)) {
    const ways = row.state === 'finished' ? [] : ['validate']
    throw stateConflict(row.state, 'started', ways)
  }
  if (!row.is_started) await deleteErrors(ctx.tx, row.id)
  const begun = row.is_started
    ? { ...row, running_since: ctx.now, running_rows: row.rows_done, faults: 0, failure: null }
    : fromTheStart(row, ctx.now)
  const next: ImportRow = {
    ...begun,
    state: 'importing',
    is_started: true,
    updated_at: ctx.now,
    ended_at: null,
  }
  await updateImport(ctx.tx, next)
  await recordAudit(ctx, [{ action: 'import.started', subjectId: row.id }])
  return showOne(ctx, next)
}

export async function cancelImport(ctx: Context, importId: string): Promise<Import> {
  const row = await getRow(ctx, importId, { lock: true })
  if (row.state === 'canceled') return showOne(ctx, row)
  if (row.state !== 'validating' && row.state !== 'importing') {
    throw stateConflict(row.state, 'canceled', [])
  }
  const next: ImportRow = { ...row, state: 'canceled', updated_at: ctx.now, ended_at: ctx.now }
  await updateImport(ctx.tx, next)
  await recordAudit(ctx, [{ action: 'import.canceled', subjectId: row.id }])
  return showOne(ctx, next)
}

export async function removeImport(ctx: Context, importId: string): Promise<void> {
  const row = await getRow(ctx, importId, { lock: true })
  if (row.state === 'validating' || row.state === 'importing') {
    throw stateConflict(row.state, 'deleted', ['cancel'])
  }
  await deleteImport(ctx.tx, row.id)
  await recordAudit(ctx, [{ action: 'import.deleted', subjectId: row.id }])
}
