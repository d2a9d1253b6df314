// The columns that tasks can be shown and exported with: fields of a task, and custom fields as `field:severity`.
import { type Static, Type } from 'typebox'
import { FIELD_SORT_PATTERN, sortedField } from '../fields/field-filters.ts'
import { worded } from '../patterns.ts'
import type { Task } from './tasks.ts'

export const TASK_COLUMNS = [
  'number',
  'id',
  'title',
  'description',
  'status',
  'priority',
  'queue',
  'labels',
  'assignee',
  'delegate',
  'parent_id',
  'due_at',
  'not_before',
  'source',
  'external_id',
  'input',
  'result',
  'fields',
  'settled_at',
  'version',
  'created_at',
  'updated_at',
  'completed_at',
] as const satisfies (keyof Task)[]
export type PlainColumn = (typeof TASK_COLUMNS)[number]

export const COLUMNS_MAX = 50

const pattern = worded(
  `^(${TASK_COLUMNS.join('|')}|${FIELD_SORT_PATTERN})$`,
  `must be one of ${TASK_COLUMNS.join(', ')}, or a custom field such as field:severity`,
  { echo: true, allowed: TASK_COLUMNS },
)

export const TaskColumn = Type.Unsafe<PlainColumn | `field:${string}`>({
  type: 'string',
  pattern,
  maxLength: 60,
  examples: ['title'],
})
export type TaskColumn = Static<typeof TaskColumn>

/** Of a saved view or an export. */
export function ColumnList(description: string) {
  return Type.Array(TaskColumn, {
    minItems: 1,
    maxItems: COLUMNS_MAX,
    uniqueItems: true,
    description,
    examples: [['number', 'title']],
  })
}

/** The key of a custom field that is a column. */
export function columnField(column: TaskColumn): string | undefined {
  return sortedField(column)
}
