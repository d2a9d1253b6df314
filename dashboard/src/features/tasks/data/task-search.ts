// What the address says about a list of tasks: filters, order, grouping, and the task that is peeked at.
import type { Confirmation, Priority, Status, TaskListQuery } from '@task-service/contract'
import { PRIORITIES, STATUSES } from '#api/transitions.gen.ts'

export const GROUPINGS = ['status', 'priority', 'assignee', 'queue', 'none'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const DUE_RANGES = ['overdue', 'today', 'day', 'week'] as const
export type DueRange = (typeof DUE_RANGES)[number]

export const SORTS = [
  '-created_at',
  'created_at',
  '-updated_at',
  'updated_at',
  'priority',
  '-priority',
  'due_at',
  '-due_at',
] as const satisfies NonNullable<TaskListQuery['sort']>[]
/** Those that every list has. */
export type PlainSort = (typeof SORTS)[number]
export type Sort = PlainSort | `${'' | '-'}field:${string}`

export function isPlainSort(sort: Sort): sort is PlainSort {
  return isOneOf(SORTS, sort)
}

/** As in the contract, whose values would bring its schemas along. */
export const CONFIRMATIONS = ['pending', 'confirmed'] as const satisfies Confirmation[]

export const CALENDAR_SPANS = ['month', 'week', 'day', 'timeline'] as const
export type CalendarSpan = (typeof CALENDAR_SPANS)[number]

/** In place of a name in the URL, so that a link means the user who opens it. */
export const ME = '@me'
export const UNASSIGNED = '@none'

export const CREATED_RANGES = ['24h', '7d', '30d'] as const
export type CreatedRange = (typeof CREATED_RANGES)[number]

export type TaskSearch = {
  /** Empty: every status in which there is still something to do. */
  status: Status[]
  priority: Priority[]
  label: string[]
  /** Conditions on custom fields, as the API writes them. */
  field?: string[]
  assignee?: string
  queue?: string
  source?: string
  delegate?: string
  integration?: string
  confirmation?: Confirmation
  created?: CreatedRange
  due?: DueRange
  q?: string
  sort?: Sort
  group?: Grouping
  view?: string
  /** Of the list, where they are not those that the browser remembers. */
  columns?: string[]
  peek?: string
  /** Of the board: what its rows have in common. */
  rows?: string
  /** Of the calendar: a day of the period, such as `2026-11-30`, and how long it is. */
  on?: string
  span?: CalendarSpan
}

type Given = Record<string, unknown>

const isOneOf = <T extends string>(values: readonly T[], value: unknown): value is T =>
  (values as readonly unknown[]).includes(value)

/** The router reads `7` and `true` as what they look like; here everything is text. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return
  return String(value).slice(0, 500) || undefined
}

/** Values stand behind each other with commas; one inside a value is escaped. */
function list(value: unknown): string[] {
  const parts = text(value)?.match(/(?:\\.|[^,\\])+/g) ?? []
  return [...new Set(parts.map((part) => part.replaceAll(/\\(.)/g, '$1')))]
}

const joined = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',')

function readStatus(value: unknown): Status[] {
  if (value === 'all') return [...STATUSES]
  return list(value).filter((one) => isOneOf(STATUSES, one))
}

export function readSearch(given: Given): TaskSearch {
  const plain = [
    'assignee',
    'queue',
    'source',
    'delegate',
    'integration',
    'q',
    'view',
    'peek',
    'rows',
    'on',
  ] as const
  const search: TaskSearch = {
    status: readStatus(given['status']),
    priority: list(given['priority']).filter((one) => isOneOf(PRIORITIES, one)),
    label: list(given['label']).slice(0, 10),
  }
  for (const name of plain) {
    const value = text(given[name])
    if (value !== undefined) search[name] = value
  }
  const field = list(given['field']).filter(isCondition).slice(0, 10)
  if (field.length > 0) search.field = field
  const columns = readColumns(given['columns'])
  if (columns) search.columns = columns
  const { created, confirmation, due, sort, group, span } = given
  if (isOneOf(CREATED_RANGES, created)) search.created = created
  if (isOneOf(CONFIRMATIONS, confirmation)) search.confirmation = confirmation
  if (isOneOf(CALENDAR_SPANS, span)) search.span = span
  if (isOneOf(DUE_RANGES, due)) search.due = due
  if (isSort(sort)) search.sort = sort
  if (isOneOf(GROUPINGS, group)) search.group = group
  return search
}

/** An address has no empty list. */
const NO_COLUMNS = 'none'

export function joinColumns(columns: readonly string[]): string {
  return joined(columns) || NO_COLUMNS
}

export function readColumns(value: unknown): string[] | undefined {
  const columns = list(value)
  return columns.length > 0 ? columns.filter((one) => one !== NO_COLUMNS) : undefined
}

const KEY = '[a-z][a-z0-9_]{0,49}'
const CONDITION = new RegExp(`^${KEY}:(set|unset|(is|from|to):.{1,190})$`, 's')
const FIELD_SORT = new RegExp(`^-?field:${KEY}$`)

const isCondition = (condition: string): boolean => CONDITION.test(condition)

function isSort(value: unknown): value is Sort {
  return isOneOf(SORTS, value) || (typeof value === 'string' && FIELD_SORT.test(value))
}

/** As it stands in the address; what is as usual is left out. */
export function writeSearch(search: TaskSearch): Record<string, string> {
  const { status, priority, label, field = [], columns, ...plain } = search
  const written: Record<string, string> = {}
  if (status.length === STATUSES.length) written['status'] = 'all'
  else if (status.length > 0) written['status'] = joined(status)
  if (priority.length > 0) written['priority'] = joined(priority)
  if (label.length > 0) written['label'] = joined(label)
  if (field.length > 0) written['field'] = joined(field)
  if (columns) written['columns'] = joinColumns(columns)
  for (const [name, value] of Object.entries(plain)) if (value) written[name] = value
  return written
}

export const FILTER_FIELDS = [
  'status',
  'priority',
  'assignee',
  'label',
  'due',
  'source',
  'queue',
  'delegate',
  'integration',
  'confirmation',
  'created',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]

export function isFiltered(search: TaskSearch, field: FilterField): boolean {
  const value = search[field]
  return Array.isArray(value) ? value.length > 0 : value !== undefined
}

export function withoutFilter(search: TaskSearch, field: FilterField): TaskSearch {
  if (field === 'status' || field === 'priority' || field === 'label') {
    return { ...search, [field]: [] }
  }
  const { [field]: _, ...rest } = search
  return rest
}

export function without(search: TaskSearch, name: 'q' | 'peek' | 'view'): TaskSearch {
  const { [name]: _, ...rest } = search
  return rest
}

/** The filters alone: two searches with the same ones show the same tasks. */
export function filtersOf(search: TaskSearch): Record<string, string> {
  const { sort: _sort, group: _group, view: _view, peek: _peek, ...rest } = search
  const { on: _on, span: _span, columns: _columns, rows: _rows, ...filters } = rest
  return writeSearch(filters)
}
