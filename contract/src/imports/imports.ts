// Imports: a file of tasks, how its columns are read, and how far its rows are.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { AttachmentName } from '../attachments.ts'
import { FIELD_SORT_PATTERN } from '../fields/field-filters.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Text, Timestamp } from '../schema.ts'
import { Assignee, Label, Priority, Queue, Source, TaskCreate } from '../tasks/tasks.ts'
import { Status } from '../transitions.ts'

/** Columns of a file, with the names of custom fields a multiple of what tasks have. */
export const IMPORT_COLUMNS_MAX = 200
/** Rejected rows that the import itself lists; the others are in the file of errors. */
export const IMPORT_ERRORS_LISTED = 20
/** With more rejected rows the mapping is wrong, so that the import stops. */
export const IMPORT_REJECTED_MAX = 100_000

/** What a column can be read as. */
export const IMPORT_FIELDS = [
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
  'fairness_key',
  'blocked_by',
  'output_schema',
  'checklist',
  'source',
  'external_id',
  'input',
  'result',
  'fields',
] as const satisfies (keyof TaskCreate)[]
export type PlainImportField = (typeof IMPORT_FIELDS)[number]

const ImportField = Type.Unsafe<PlainImportField | `field:${string}`>({
  type: 'string',
  pattern: worded(
    `^(${IMPORT_FIELDS.join('|')}|${FIELD_SORT_PATTERN})$`,
    `must be one of ${IMPORT_FIELDS.join(', ')}, or a custom field such as field:severity`,
    { echo: true, allowed: IMPORT_FIELDS },
  ),
  maxLength: 60,
  description: 'Field of the task; `field:` and a key is a custom field',
  examples: ['title'],
})
export type ImportField = Static<typeof ImportField>

/** A row as a task. Work from another system arrives in any status. */
export const ImportedTask = Closed(
  { ...TaskCreate.properties, status: Type.Optional(Status) },
  { dependentRequired: { source: ['external_id'], external_id: ['source'] } },
)
export type ImportedTask = Static<typeof ImportedTask>

export const IMPORT_FORMATS = ['csv', 'jsonl'] as const
const ImportFormat = Choice(IMPORT_FORMATS, {
  description: '`csv`: values with a delimiter, and a header; `jsonl`: a JSON object in each line',
})
export type ImportFormat = Static<typeof ImportFormat>

export const IMPORT_DELIMITERS = ['comma', 'semicolon', 'tab'] as const
const ImportDelimiter = Choice(IMPORT_DELIMITERS, { description: 'Between the values of a row' })
export type ImportDelimiter = Static<typeof ImportDelimiter>

export const IMPORT_STATES = [
  'uploaded',
  'validating',
  'ready',
  'importing',
  'finished',
  'canceled',
  'failed',
] as const
const ImportState = Choice(IMPORT_STATES, {
  description:
    '`uploaded`: waits for the dry run. `validating`: the dry run reads all rows. `ready`: the dry run has ended; `start` creates the tasks. `importing`: tasks are created. `canceled` and `failed` imports continue with `start` where they stopped.',
})
export type ImportState = Static<typeof ImportState>

const columnName = { maxLength: 500, description: 'Name of the column' }

const ImportMapping = Type.Array(
  Closed({ column: Text({ minLength: 1, ...columnName }), field: ImportField }),
  {
    maxItems: IMPORT_COLUMNS_MAX,
    description: 'Columns that are imported, and the field of each. Others are left out.',
    examples: [[{ column: 'Summary', field: 'title' }]],
  },
)
export type ImportMapping = Static<typeof ImportMapping>

const ImportDefaults = Closed(
  {
    status: Type.Optional(Status),
    priority: Type.Optional(Priority),
    queue: Type.Optional(Queue),
    labels: Type.Optional(Type.Array(Label, { maxItems: 50, uniqueItems: true })),
    assignee: Type.Optional(Assignee),
    source: Type.Optional(Source),
  },
  {
    description:
      'Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`.',
  },
)
export type ImportDefaults = Static<typeof ImportDefaults>

const ImportColumn = Closed({
  name: Type.String({ description: columnName.description }),
  field: Nullable(Type.String(), { description: 'Suggested field; null if none fits' }),
  samples: Type.Array(Type.String(), { description: 'Values of the first rows' }),
})
export type ImportColumn = Static<typeof ImportColumn>

export const ImportRowError = Closed({
  line: Type.Integer({ minimum: 1, description: 'Line in which the row begins' }),
  column: Nullable(Type.String(), { description: 'Null: the whole row' }),
  field: Nullable(Type.String(), { description: 'Null: the whole row' }),
  value: Nullable(Type.String(), { description: 'The value, cut off after 100 characters' }),
  message: Type.String({ description: 'What is wrong, and what is allowed' }),
})
export type ImportRowError = Static<typeof ImportRowError>

const count = (description: string) => Type.Integer({ minimum: 0, description })

const ImportProgress = Closed({
  rows_done: count('Rows that were read in this phase'),
  rows_total: Nullable(count('Rows of the file; null until the dry run has counted them')),
  bytes_done: count('Bytes of the file that were read in this phase'),
  rows_per_second: Nullable(count('Since this phase was started'), {
    description: 'Since this phase was started; null if it is not running',
  }),
  seconds_left: Nullable(count('Estimate'), { description: 'Estimate; null if it is unknown' }),
})
export type ImportProgress = Static<typeof ImportProgress>

export const Import = Closed(
  {
    id: Id('import'),
    name: Type.String({ description: 'Name of the file' }),
    format: ImportFormat,
    delimiter: Nullable(ImportDelimiter, { description: 'Null for JSON lines' }),
    bytes: count('Size of the file'),
    state: ImportState,
    columns: Type.Array(ImportColumn),
    mapping: ImportMapping,
    defaults: ImportDefaults,
    progress: ImportProgress,
    valid: count('Rows that the dry run accepted'),
    created: count('Tasks that were created'),
    existing: count('Rows whose `source` and `external_id` a task already has: left as it is'),
    rejected: count('Rows that cannot be imported'),
    errors: Type.Array(ImportRowError, {
      description: `The first rejected rows, up to ${IMPORT_ERRORS_LISTED}; all of them with \`GET /api/imports/{import_id}/errors\``,
    }),
    failure: Nullable(Type.String(), { description: 'Why the import failed' }),
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
    ended_at: Nullable(Timestamp()),
  },
  { description: 'An import of tasks from a file' },
)
export type Import = Static<typeof Import>

export const ImportUploadQuery = Closed({
  name: AttachmentName,
  format: Type.Optional(
    Choice(IMPORT_FORMATS, {
      description:
        'Without it: by the end of the name; `.csv` and `.tsv`, or `.jsonl` and `.ndjson`',
    }),
  ),
  delimiter: Type.Optional(
    Choice(IMPORT_DELIMITERS, { description: 'Without it: the most frequent one in the header' }),
  ),
})
export type ImportUploadQuery = Static<typeof ImportUploadQuery>

export const ImportValidation = Closed(
  { mapping: Type.Optional(ImportMapping), defaults: Type.Optional(ImportDefaults) },
  { description: 'What is left out stays as it is; at first, the mapping is the suggested one' },
)
export type ImportValidation = Static<typeof ImportValidation>

export const ImportErrorsQuery = Closed({
  format: Type.Optional(
    Choice(IMPORT_FORMATS, { default: 'csv', description: 'Format of the file' }),
  ),
})
export const ImportListQuery = Closed(pageQuery)
export const ImportPage = Page(Import, 'A page of imports, newest first')
export const importParams = Closed({ import_id: Id('import') })
