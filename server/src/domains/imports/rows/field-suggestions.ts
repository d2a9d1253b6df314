// Which field of a task a column probably is, by its name.
import { IMPORT_FIELDS, type ImportField, type PlainImportField } from '@task-service/contract'
import { findClosest } from '#lib/messages/find-closest.ts'

/** As the exports of other programs name them. */
const SYNONYMS: Readonly<Record<string, PlainImportField>> = {
  summary: 'title',
  subject: 'title',
  name: 'title',
  task: 'title',
  task_name: 'title',
  body: 'description',
  notes: 'description',
  details: 'description',
  text: 'description',
  state: 'status',
  tags: 'labels',
  label: 'labels',
  tag: 'labels',
  components: 'labels',
  owner: 'assignee',
  assigned_to: 'assignee',
  responsible: 'assignee',
  due: 'due_at',
  due_date: 'due_at',
  deadline: 'due_at',
  start: 'not_before',
  start_date: 'not_before',
  key: 'external_id',
  issue_key: 'external_id',
  external_key: 'external_id',
  system: 'source',
  project: 'queue',
  list: 'queue',
  parent: 'parent_id',
  todo: 'checklist',
}

/** What exports of this service contain, and no request sets. */
const READ_ONLY = new Set([
  'id',
  'number',
  'settled_at',
  'version',
  'created_at',
  'updated_at',
  'completed_at',
  'created_by',
  'origin',
])

type KnownField = { key: string; name: string }

const simplify = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')

/** One for each column, each field once; exact names first. Null where none fits. */
export function suggestFields(
  columns: readonly string[],
  custom: readonly KnownField[],
): (ImportField | null)[] {
  const found: (ImportField | null)[] = columns.map(() => null)
  const taken = new Set<ImportField>()
  for (const find of [findExact, findSynonym, findSimilar]) {
    for (const [place, column] of columns.entries()) {
      const name = simplify(column)
      if (found[place] || name === '' || name.startsWith('_') || READ_ONLY.has(name)) continue
      const field = find(name, custom)
      if (!field || taken.has(field)) continue
      taken.add(field)
      found[place] = field
    }
  }
  return found
}

function findExact(name: string, custom: readonly KnownField[]): ImportField | undefined {
  const plain = IMPORT_FIELDS.find((field) => field === name)
  if (plain) return plain
  const isNamed = ({ key, name: label }: KnownField) =>
    key === name || `field:${key}` === name || simplify(label) === name
  const field = custom.find(isNamed)
  return field && `field:${field.key}`
}

function findSynonym(name: string): ImportField | undefined {
  return Object.hasOwn(SYNONYMS, name) ? SYNONYMS[name] : undefined
}

function findSimilar(name: string, custom: readonly KnownField[]): ImportField | undefined {
  const plain = findClosest(name, IMPORT_FIELDS)
  if (plain) return plain as PlainImportField // one of them
  const key = findClosest(
    name,
    custom.map((field) => field.key),
  )
  return key === undefined ? undefined : `field:${key}`
}
