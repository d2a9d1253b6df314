// A row as a task: the texts of a file become the values of fields.
import {
  CHECKLIST_MAX,
  type FieldType,
  type ImportDefaults,
  type ImportField,
  type ImportMapping,
} from '@task-service/contract'

export type RowFault = {
  column: string | null
  field: string | null
  value: string | null
  message: string
}

export type RowPlan = {
  mapping: ImportMapping
  defaults: ImportDefaults
  /** Of custom fields, by key. */
  types: ReadonlyMap<string, FieldType>
  timeZone: string
}

export type DraftedRow = { task: Record<string, unknown>; faults: RowFault[] }

const VALUE_CHARACTERS = 100

const KINDS: Partial<Record<string, (text: string, plan: RowPlan) => unknown>> = {
  status: readName,
  priority: readName,
  labels: readList,
  blocked_by: readList,
  due_at: (text, { timeZone }) => readTime(text, timeZone, '23:59'),
  not_before: (text, { timeZone }) => readTime(text, timeZone, '00:00'),
  fields: readJsonObject,
  output_schema: readJsonObject,
  checklist: readChecklist,
  input: readJsonOrText,
  result: readJsonOrText,
}
/** Fields that keep the spaces and lines of their text. */
const VERBATIM = new Set(['description', 'input', 'result'])
const TEXTS = new Set([
  'title',
  'description',
  'queue',
  'assignee',
  'delegate',
  'source',
  'external_id',
  'fairness_key',
])

/** What is missing, too long or unknown is found by the schema of the task; only what cannot be read is a fault here. */
export function draftRow(values: ReadonlyMap<string, unknown>, plan: RowPlan): DraftedRow {
  const task: Record<string, unknown> = {}
  const custom: Record<string, unknown> = {}
  const faults: RowFault[] = []
  for (const { column, field } of plan.mapping) {
    const value = values.get(column)
    if (isBlank(value)) continue
    try {
      if (field.startsWith('field:'))
        custom[field.slice(6)] = readCustom(field.slice(6), value, plan)
      else task[field] = readValue(field, value, plan)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      faults.push({ column, field, value: shown(value), message: error.message })
    }
  }
  for (const [field, value] of Object.entries(plan.defaults)) task[field] ??= value
  // A source says nothing without the ID that it gave.
  if (task['external_id'] === undefined) delete task['source']
  if (Object.keys(custom).length > 0) {
    task['fields'] = { ...(task['fields'] as object | undefined), ...custom } // read above as an object
  }
  return { task, faults }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Says what a value must be. */
class Unreadable extends Error {}

function readValue(field: ImportField, value: unknown, plan: RowPlan): unknown {
  if (typeof value === 'number' && Number.isFinite(value) && TEXTS.has(field)) return String(value)
  if (typeof value !== 'string') return value
  const text = VERBATIM.has(field) ? value : value.trim()
  const read = KINDS[field]
  return read ? read(text, plan) : text
}

function readCustom(key: string, value: unknown, { types }: RowPlan): unknown {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (types.get(key) !== 'number') return text
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)
    ? Number(text)
    : refuse('must be a number such as 1234.5')
}

function refuse(message: string): never {
  throw new Unreadable(message)
}

/** `In progress` is `in_progress`. */
function readName(text: string): string {
  return text.toLowerCase().replaceAll(/[\s-]+/g, '_')
}

function readList(text: string): string[] {
  const items = text.split(/[,;\n]/).map((item) => item.trim())
  return [...new Set(items.filter((item) => item !== ''))]
}

function readJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function readJsonObject(text: string): unknown {
  const value = readJsonOrText(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? value : refuse('must be a JSON object such as {"a": 1}')
}

/** A JSON array, or an item in each line: `[x] packed`. */
function readChecklist(text: string): unknown {
  if (text.startsWith('[{')) return readJsonOrText(text)
  const lines = text.split(/\r?\n|;/).map((line) => line.trim())
  const items = lines.filter((line) => line !== '')
  if (items.length > CHECKLIST_MAX) refuse(`must have up to ${CHECKLIST_MAX} items`)
  return items.map((item) => {
    const [, mark, rest] = /^(?:[-*]\s*)?\[([ xX]?)\]\s*(.*)$/.exec(item) ?? []
    return { text: rest ?? item.replace(/^[-*]\s+/, ''), checked: mark?.toLowerCase() === 'x' }
  })
}

const DATE = /^\d{4}-\d\d-\d\d$/
const LOCAL = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/
const ZONED = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?([Zz]|[+-]\d\d:?\d\d)$/

/** Without a zone, in that of the tenant; a date alone at this time of the day. */
function readTime(text: string, timeZone: string, timeOfDay: string): string {
  try {
    if (DATE.test(text)) return localTime(`${text}T${timeOfDay}`, timeZone)
    if (LOCAL.test(text)) return localTime(text, timeZone)
    if (ZONED.test(text)) return Temporal.Instant.from(text.replace(/\s(?=[Z+-])/i, '')).toString()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refuse('must be a date that exists')
  }
  return refuse('must be a date such as 2026-11-15 or 2026-11-15T09:30:00Z, year first')
}

function localTime(text: string, timeZone: string): string {
  const plain = Temporal.PlainDateTime.from(text.replace(' ', 'T'), { overflow: 'reject' })
  return plain.toZonedDateTime(timeZone).toInstant().toString()
}

/** As PostgreSQL can store it: without NUL and unpaired surrogates. */
export function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const start = text.slice(0, VALUE_CHARACTERS).replaceAll('\0', '\ufffd').toWellFormed()
  return text.length > VALUE_CHARACTERS ? `${start}…` : start
}
