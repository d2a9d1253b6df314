// One row of a file: the task that it becomes, or what is wrong with it, by the columns of the file.
import type { FieldError, ImportedTask } from '@task-service/contract'
import {
  draftRow,
  type FileRow,
  type Layout,
  type RowFault,
  type RowPlan,
  readRow,
  shown,
} from '#domains/imports/rows/index.ts'
import { Problem } from '#lib/problem.ts'

/** Throws a Problem that lists what is wrong with a task, as a request does. */
export type CheckTask = (task: unknown) => void

export type CheckedRow =
  | { row: FileRow; task: ImportedTask; faults?: undefined }
  | { row: FileRow; task?: undefined; faults: RowFault[] }

const MAX_FAULTS = 5

/** Undefined for a blank row. */
export function checkRow(
  row: FileRow,
  layout: Layout,
  plan: RowPlan,
  checkTask: CheckTask,
): CheckedRow | undefined {
  const read = readRow(row.content, layout)
  if (!read) return undefined
  if ('fault' in read) return { row, faults: [wholeRow(read.fault)] }
  const { task, faults } = draftRow(read.values, plan)
  try {
    checkTask(task)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // Read as nothing, what could not be read may be missing as well.
    const known = new Set(faults.map(({ field }) => field))
    const more = listFaults(error, task, plan).filter(({ field }) => !known.has(field))
    return { row, faults: [...faults, ...more].slice(0, MAX_FAULTS) }
  }
  if (faults.length > 0) return { row, faults: faults.slice(0, MAX_FAULTS) }
  return { row, task: task as ImportedTask } // checked by its schema
}

const wholeRow = (message: string): RowFault => ({
  column: null,
  field: null,
  value: null,
  message,
})

function listFaults(
  problem: Problem,
  task: Record<string, unknown>,
  { mapping }: Pick<RowPlan, 'mapping'>,
): RowFault[] {
  const errors = problem.details.errors ?? []
  if (errors.length === 0) return [wholeRow(problem.detail.replace(/^The body/, 'The row'))]
  return errors.map((error) => toFault(error, task, mapping))
}

function toFault(
  { pointer, message }: FieldError,
  task: Record<string, unknown>,
  mapping: RowPlan['mapping'],
): RowFault {
  const [, name = '', key] = pointer.split('/')
  if (name === '') return wholeRow(message)
  const isCustom = name === 'fields' && mapping.some(({ field }) => field === `field:${key}`)
  const field = isCustom ? `field:${key}` : name
  const column = mapping.find((one) => one.field === field)?.column ?? null
  const value = isCustom
    ? (task['fields'] as Record<string, unknown> | undefined)?.[key ?? ''] // an object, as its schema says
    : task[name]
  return { column, field, value: shown(value), message }
}

/** Of a task that its schema accepts. */
export function faultsOf(
  problem: Problem,
  { task, mapping }: { task: ImportedTask; mapping: RowPlan['mapping'] },
): RowFault[] {
  return listFaults(problem, task, { mapping })
}
