// One step of an import in the background: some rows of its file, and how far it is, in one transaction.
import { IMPORT_REJECTED_MAX, type ImportedTask } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { allFields } from '#domains/fields/index.ts'
import { UnreadableFile } from '#domains/imports/errors.ts'
import {
  deleteChunks,
  type ImportRow,
  insertErrors,
  lockActive,
  type RejectedRow,
  readBytes,
  updateImport,
} from '#domains/imports/records/index.ts'
import {
  DELIMITERS,
  type FileRow,
  type RowPlan,
  readSlice,
  type Slice,
} from '#domains/imports/rows/index.ts'
import { checkPossible, createPossible } from '#domains/tasks/index.ts'
import { getSettings } from '#domains/tenants/index.ts'
import { parseActor } from '#lib/actor.ts'
import { Problem } from '#lib/problem.ts'
import { type CheckedRow, type CheckTask, checkRow, faultsOf } from './check-row.ts'

export type { CheckTask } from './check-row.ts'

/** Errors of the service in a row. Each is logged; what causes that many does not end without a person. */
const MAX_FAULTS = 5

export type Tended = { rows: number; created: number; hasMore: boolean }

type BaseContext = Omit<WorkContext, 'actor'>

/** In the transaction of `ctx`. A worker that is killed leaves all of it undone, and another one does it. */
export async function tendImports(ctx: BaseContext, checkTask: CheckTask): Promise<Tended> {
  const row = await lockActive(ctx.tx)
  if (!row) return { rows: 0, created: 0, hasMore: false }
  // The creator of the tasks is the one who uploaded the file.
  const own: WorkContext = { ...ctx, actor: parseActor(row.created_by) }
  try {
    const next = await takeStep(own, row, checkTask)
    await updateImport(ctx.tx, next)
    const created = next.created - row.created
    return { rows: next.rows_done - row.rows_done, created, hasMore: true }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    await fail(own, row, error.message)
    return { rows: 0, created: 0, hasMore: true }
  }
}

/** In a transaction of its own, after one that failed. */
export async function noteFault(ctx: BaseContext): Promise<void> {
  const row = await lockActive(ctx.tx)
  if (!row) return
  const own: WorkContext = { ...ctx, actor: parseActor(row.created_by) }
  const faults = row.faults + 1
  if (faults < MAX_FAULTS) return updateImport(ctx.tx, { ...row, faults, updated_at: ctx.now })
  await fail(own, row, 'Internal error. See the service log. The import can be continued.')
}

async function fail(ctx: WorkContext, row: ImportRow, failure: string): Promise<void> {
  const { now } = ctx
  await updateImport(ctx.tx, { ...row, state: 'failed', failure, updated_at: now, ended_at: now })
  await recordAudit(ctx, [{ action: 'import.failed', subjectId: row.id }])
}

async function takeStep(
  ctx: WorkContext,
  row: ImportRow,
  checkTask: CheckTask,
): Promise<ImportRow> {
  const delimiter = row.delimiter && DELIMITERS[row.delimiter]
  const slice = await readSlice({
    from: row,
    bytes: row.bytes,
    delimiter,
    read: (part) => readBytes(ctx.tx, row.id, part),
  })
  const plan = await planRows(ctx, row)
  const layout = { format: row.format, delimiter, names: row.columns.map(({ name }) => name) }
  const checked = slice.rows.flatMap((one) => checkRow(one, layout, plan, checkTask) ?? [])
  const { created, existing, rejections } = await applyRows(ctx, row, checked)
  await insertErrors(ctx.tx, row.id, rejections)
  const next: ImportRow = {
    ...row,
    position: slice.position,
    line: slice.line,
    rows_done: row.rows_done + checked.length,
    created: row.created + created,
    existing: row.existing + existing,
    rejected: row.rejected + rejections.length,
    faults: 0,
    updated_at: ctx.now,
  }
  return end(ctx, next, slice)
}

async function planRows(ctx: WorkContext, row: ImportRow): Promise<RowPlan> {
  const isTyped = row.mapping.some(({ field }) => field.startsWith('field:'))
  const fields = isTyped ? await allFields(ctx) : []
  const { time_zone: timeZone } = await getSettings(ctx)
  const types = new Map(fields.map(({ key, type }) => [key, type]))
  return { mapping: row.mapping, defaults: row.defaults, types, timeZone }
}

type Applied = { created: number; existing: number; rejections: RejectedRow[] }

/** The dry run asks what would be rejected; the import creates what is not. */
async function applyRows(
  ctx: WorkContext,
  { state, mapping }: ImportRow,
  checked: readonly CheckedRow[],
): Promise<Applied> {
  const good = checked.flatMap(({ row, task }) => (task ? { row, task } : []))
  const drafts = good.map(({ task }): ImportedTask => task)
  const results =
    state === 'importing' ? await createPossible(ctx, drafts) : await checkPossible(ctx, drafts)
  const rejections = checked.flatMap(({ row, faults }) => (faults ? reject(row, faults) : []))
  let existing = 0
  for (const [place, { row, task }] of good.entries()) {
    const problem = results[place]
    if (!(problem instanceof Problem)) continue
    if (problem.code === 'reference_taken') existing++
    else rejections.push(reject(row, faultsOf(problem, { task, mapping })))
  }
  return { created: checked.length - existing - rejections.length, existing, rejections }
}

function reject({ line, position, content }: FileRow, errors: RejectedRow['errors']): RejectedRow {
  return { line, position, bytes: content.length, errors }
}

async function end(ctx: WorkContext, row: ImportRow, { isEnd }: Slice): Promise<ImportRow> {
  const isDry = row.state === 'validating'
  // What a dry run accepts is counted like what an import creates.
  const counted = isDry ? { ...row, valid: row.created } : row
  if (row.rejected > IMPORT_REJECTED_MAX) {
    const most = IMPORT_REJECTED_MAX.toLocaleString('en')
    throw new UnreadableFile(
      `More than ${most} rows were rejected. Correct the mapping or the file, and import it again.`,
    )
  }
  if (!isEnd) return counted
  const total = { rows_total: row.rows_done, ended_at: ctx.now }
  if (isDry) return { ...counted, ...total, state: 'ready', created: 0, ended_at: null }
  await recordAudit(ctx, [{ action: 'import.finished', subjectId: row.id }])
  if (row.rejected > 0) return { ...row, ...total, state: 'finished' }
  // Nothing reads the file from now on.
  await deleteChunks(ctx.tx, row.id)
  return { ...row, ...total, state: 'finished', stored_bytes: 0 }
}
