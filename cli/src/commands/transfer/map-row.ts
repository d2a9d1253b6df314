// A row as a task: which column is which field, and text as lists, times and JSON.
import type { TaskCreate } from '@task-service/sdk'
import { readTime } from '#cli/commands/tasks/read-time.ts'
import { CommandError } from '#cli/program/command-error.ts'
import type { SourceRow } from './read-rows.ts'

type Kind = 'text' | 'list' | 'time' | 'json' | 'object'

const FIELDS: Readonly<Record<string, Kind>> = {
  title: 'text',
  description: 'text',
  status: 'text',
  priority: 'text',
  queue: 'text',
  labels: 'list',
  assignee: 'text',
  delegate: 'text',
  parent_id: 'text',
  due_at: 'time',
  not_before: 'time',
  fairness_key: 'text',
  blocked_by: 'list',
  output_schema: 'json',
  input: 'json',
  result: 'json',
  fields: 'object',
  source: 'text',
  external_id: 'text',
}
const CUSTOM = 'fields.'

export type Mapping = {
  /** Column by field. */
  columns: ReadonlyMap<string, string>
  /** Values of every row, by field. */
  constants: ReadonlyMap<string, string>
}

export function checkMapping(
  maps: readonly [string, string][],
  sets: readonly [string, string][],
): Mapping {
  for (const [flag, pairs] of [
    ['--map', maps],
    ['--set', sets],
  ] as const) {
    for (const [field] of pairs) {
      if (field in FIELDS || (field.startsWith(CUSTOM) && field.length > CUSTOM.length)) continue
      const known = `${Object.keys(FIELDS).join(', ')}, fields.<name>`
      throw new CommandError(
        'usage',
        `${flag}: a task has no field "${field}".`,
        `Fields: ${known}`,
      )
    }
  }
  return { columns: new Map(maps), constants: new Map(sets) }
}

/** Columns whose name is that of a field need no mapping. */
export function completeMapping({ columns, constants }: Mapping, row: SourceRow): Mapping {
  const complete = new Map(columns)
  const names = Object.keys(row.values)
  for (const name of names) {
    const field = name.trim().toLowerCase().replaceAll(/[ -]+/g, '_')
    const isField = field in FIELDS || field.startsWith(CUSTOM)
    if (isField && !complete.has(field) && !constants.has(field)) complete.set(field, name)
  }
  for (const [field, column] of columns) {
    if (names.includes(column)) continue
    throw new CommandError(
      'usage',
      `--map ${field}=${column}: there is no column "${column}".`,
      `Columns: ${names.join(', ')}`,
    )
  }
  if (complete.has('title') || constants.has('title')) return { columns: complete, constants }
  throw new CommandError(
    'usage',
    'There is no column for the title.',
    `Add --map title=<column>. Columns: ${names.join(', ')}`,
  )
}

/** Names that start with an underscore are notes of an earlier import. */
export function ignoredColumns({ columns }: Mapping, row: SourceRow): string[] {
  const used = new Set(columns.values())
  return Object.keys(row.values).filter((name) => !used.has(name) && !name.startsWith('_'))
}

/** Throws a CommandError that says what is wrong with the row. */
export function mapRow({ columns, constants }: Mapping, { values }: SourceRow): TaskCreate {
  const task: Record<string, unknown> = {}
  const custom: Record<string, unknown> = {}
  const set = (field: string, value: unknown): void => {
    if (value === undefined || value === null || value === '') return
    if (field.startsWith(CUSTOM)) custom[field.slice(CUSTOM.length)] = value
    else task[field] = convert(field, value)
  }
  for (const [field, value] of constants) set(field, value)
  for (const [field, column] of columns) set(field, values[column])
  const fields = { ...(task['fields'] as object | undefined), ...custom } // converted below
  if (Object.keys(fields).length > 0) task['fields'] = fields
  if (typeof task['title'] !== 'string') throw new CommandError('rejected', 'The title is empty.')
  return { ...task, title: task['title'] } // the server checks every field
}

function convert(field: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const kind = FIELDS[field]
  if (kind === 'list')
    return value
      .split(/[,;]/)
      .map((one) => one.trim())
      .filter(Boolean)
  if (kind === 'time') return readTime(value.trim(), field, 'future')
  if (kind !== 'json' && kind !== 'object') return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    if (kind === 'json') return value
    throw new CommandError(
      'rejected',
      `${field} must be a JSON object, got "${value.slice(0, 40)}".`,
    )
  }
}
