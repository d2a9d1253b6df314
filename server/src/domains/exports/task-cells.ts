// The values of a task as cells of a file.
import { columnField, type PlainColumn, type Task, type TaskColumn } from '@task-service/contract'
import type { CsvCell } from '#lib/csv-line.ts'

export function cellsOf(task: Task, columns: readonly TaskColumn[]): CsvCell[] {
  return columns.map((column) => cellOf(valueOf(task, column)))
}

function valueOf(task: Task, column: TaskColumn): unknown {
  const key = columnField(column)
  if (key === undefined) return task[column as PlainColumn] // not a custom field
  return Object.hasOwn(task.fields, key) ? task.fields[key] : null
}

/** Texts and numbers as they are, labels in one cell, everything else as JSON. */
function cellOf(value: unknown): CsvCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string' || typeof value === 'number') return value
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isTexts ? value.join(', ') : JSON.stringify(value)
}
