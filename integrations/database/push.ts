// Writing: what a task came to, through one named statement, and only into the version that the work was done for.
import {
  type Change,
  type EdgeStatement,
  Failure,
  type FinishedTask,
  fingerprint,
  type Json,
  type PushOptions,
  type PushResult,
  type RemoteRef,
  type RemoteTask,
  type SkippedField,
  type TaskField,
} from '@task-service/kit'
import { findStatements, run, type Statements } from './call.ts'
import { findRow, gone } from './pull.ts'
import { fillValue, type Lookup, namesIn, textOf } from './template.ts'
import { type Config, type Context, type Row, toTask, versionOf } from './wire.ts'

type Templates = Record<string, string>

const outcomes = ['completed', 'failed', 'canceled']

export async function push(
  ctx: Context,
  change: Change,
  options: PushOptions,
): Promise<PushResult> {
  if (change.kind !== 'update') {
    throw new Failure('invalid', 'Rows cannot be created, and have no comments.')
  }
  const { status, ...others } = change.fields
  const skipped = Object.keys(others).map(
    (field): SkippedField => ({ field: field as TaskField, why: 'This field is read-only.' }), // of what was asked for
  )
  const statements = await findStatements(ctx)
  const why = status === undefined ? undefined : whyNot(statements, status)
  if (why !== undefined) skipped.push({ field: 'status', why })
  if (status === undefined || why !== undefined || !statements.write) {
    const row = await findRow(ctx, statements, change.ref.id)
    return row
      ? { ok: true, ref: change.ref, skipped }
      : { ok: false, reason: 'gone', why: gone.why }
  }
  const task = options.task ?? { ...noTask, status }
  return await write(
    ctx,
    { ...statements, write: statements.write },
    {
      ref: change.ref,
      options,
      task,
      skipped,
    },
  )
}

/** For writes without a task. */
const noTask: FinishedTask = {
  id: '',
  number: 0,
  title: '',
  status: '',
  result: null,
  assignee: null,
  completedAt: null,
}

function whyNot({ write: statement }: Statements, status: string): string | undefined {
  if (!statement) return 'No write statement is configured.'
  if (status === 'open') return 'Rows cannot be reopened.'
  return outcomes.includes(status) ? undefined : `Unknown outcome "${status}".`
}

type Outcome = {
  ref: RemoteRef
  options: PushOptions
  task: FinishedTask
  skipped: SkippedField[]
}

async function write(
  ctx: Context,
  statements: Statements & { write: EdgeStatement },
  { ref, options, task, skipped }: Outcome,
): Promise<PushResult> {
  const { config } = ctx
  const { write: statement } = statements
  const templates = templatesFor(config, statement, task.status)
  const names = Object.values(templates).flatMap(namesIn)
  // Without a version column the database cannot compare the version, so it is compared here, right before the write.
  const needsRow =
    config.version_column === undefined || names.some((name) => name.startsWith('row.'))
  const readAt = ctx.now()
  const known = options.current?.version === options.expect ? rowIn(options.current) : undefined
  const row = needsRow ? (known ?? (await findRow(ctx, statements, ref.id))) : undefined
  if (needsRow && !row) return { ok: false, reason: 'gone', why: gone.why }
  const isOther = row !== known && row && options.expect !== undefined
  if (isOther && versionOf(config, row) !== options.expect) {
    return { ok: false, reason: 'conflict', current: toTask(config, row, readAt) }
  }
  const look = lookupOf(ref, options, task, row)
  const params = Object.fromEntries(
    Object.entries(templates).map(([name, template]) => [name, fillValue(template, look)]),
  )
  const done = await run(ctx, statement, params, keyFor(options))
  if (!done.sourceChanged) return { ok: true, ref, skipped }
  const current = await findRow(ctx, statements, ref.id)
  return current
    ? { ok: false, reason: 'conflict', current: toTask(config, current, ctx.now()) }
    : { ok: false, reason: 'gone', why: gone.why }
}

/** The row as it was last read, as texts. */
function rowIn(current: RemoteTask | undefined): Row | undefined {
  const facts = current?.context?.find(({ kind }) => kind === 'row')?.facts
  return facts && Object.fromEntries(facts.map(({ name, value }) => [name, value]))
}

/** The same for every attempt of one change to one version, so that a restarted worker asks for the same job. */
function keyFor({ marker, expect = '' }: PushOptions): string {
  return `${marker}:${expect.length <= 64 ? expect : fingerprint(expect)}`
}

function lookupOf(
  { id }: RemoteRef,
  { expect }: PushOptions,
  task: FinishedTask,
  row: Row | undefined,
): Lookup {
  const known: Record<string, Json> = {
    key: id,
    version: expect ?? null,
    'task.id': task.id,
    'task.number': `T-${task.number}`,
    'task.title': task.title,
    'task.status': task.status,
    'task.assignee': task.assignee,
    'task.completed_at': task.completedAt,
    'task.result': textOf(task.result),
    'task.note': noteOf(task.result),
  }
  return (name) => (name.startsWith('row.') ? row?.[name.slice('row.'.length)] : known[name])
}

/** A result that is a text is the note; one that is a record may have one. */
function noteOf(result: Json): string {
  if (typeof result === 'string') return result
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return textOf(result)
  const { note, summary } = result
  return typeof note === 'string' ? note : typeof summary === 'string' ? summary : ''
}

/** Parameters that are called as what they get need no template. */
const byName: Templates = {
  key: '{{key}}',
  version: '{{version}}',
  status: '{{task.status}}',
  result: '{{task.result}}',
  note: '{{task.note}}',
  number: '{{task.number}}',
}

/** What each parameter gets for this outcome. Throws when one that is required would get nothing. */
export function templatesFor(
  config: Config,
  { name: statement, params }: EdgeStatement,
  status: string,
): Templates {
  const given = readParams(config.write_params)
  const strange = Object.keys(given).find((name) => !params.some((param) => param.name === name))
  if (strange !== undefined) {
    throw paramsFault(`The statement "${statement}" has no parameter "${strange}".`)
  }
  const ownKey = { [config.key_column]: '{{key}}' }
  const found: Templates = {}
  for (const { name, required } of params) {
    const wanted = given[name] ?? byName[name] ?? ownKey[name]
    const template = typeof wanted === 'object' ? wanted[status] : wanted
    if (template !== undefined) found[name] = template
    else if (required) {
      throw paramsFault(`The parameter "${name}" has no value for a task that is ${status}.`)
    }
  }
  return found
}

function readParams(text: string | undefined): Record<string, string | Templates> {
  if (text === undefined) return {}
  try {
    const read: unknown = JSON.parse(text)
    if (isRecord(read) && Object.values(read).every(isTemplate)) {
      return read as Record<string, string | Templates> // looked at just now
    }
  } catch {}
  throw paramsFault(
    'The parameters of the write statement are not valid JSON of the form {"name": "text"}.',
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTemplate = (value: unknown): boolean =>
  typeof value === 'string' ||
  (isRecord(value) && Object.values(value).every((one) => typeof one === 'string'))

const paramsFault = (text: string): Failure =>
  new Failure('invalid', text, { fix: 'Change the parameters of the write statement.' })
