// The rules of definitions: a key is unique and never changes, places have no gaps, and rows follow the definition.
import { isDeepStrictEqual } from 'node:util'
import {
  CUSTOM_FIELDS_MAX,
  type Field,
  type FieldChange,
  type FieldChangeRequest,
  type FieldChoice,
  type FieldCreate,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { actorText } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { completeChoices, findRepeated, keyFrom } from '../choices.ts'
import { definitionInvalid, fieldLimitReached, keyTaken, versionMismatch } from '../errors.ts'
import {
  deleteField,
  type FieldRow,
  findTasksChangedSince,
  findTasksWithKey,
  insertField,
  insertRows,
  listFields,
  lockDefinitions,
  removeRows,
  renumber,
  updateField,
} from '../store.ts'
import { getRow, toField } from './read.ts'

type Expected = { version?: number }

export async function createField(ctx: Context, input: FieldCreate): Promise<Field> {
  const choices = choicesOf(input)
  const key = input.key ?? keyFrom(input.name)
  if (key === '') {
    const message = 'is required: no key can be made from this name'
    throw definitionInvalid('/key', 'required', message)
  }
  const candidates = await findTasksWithKey(ctx.tx, key)
  await lockDefinitions(ctx.tx)
  const known = await listFields(ctx.tx, { limit: CUSTOM_FIELDS_MAX + 1 })
  const same = known.find((field) => field.key === key)
  if (same) throw keyTaken(key, encodeId('field', same.id))
  if (known.length >= CUSTOM_FIELDS_MAX) throw fieldLimitReached()
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const row: FieldRow = {
    id,
    key,
    name: input.name,
    type: input.type,
    choices,
    position: Math.min(input.position ?? known.length, known.length),
    archived_at: null,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
  }
  await insertField(ctx.tx, row)
  await placeField(ctx, known, row)
  await indexTasks(ctx, row, candidates)
  await record(ctx, id, 'created')
  return toField(row)
}

/** Longer than any write takes, and than clocks of processes differ. */
const MARGIN_MS = 10 * 60_000

/** `candidates` were looked for before writes had to wait; what was written since is looked at once more. */
async function indexTasks(
  ctx: Context,
  row: FieldRow,
  candidates: readonly string[],
): Promise<void> {
  const since = new Date(ctx.now.getTime() - MARGIN_MS)
  const changed = await findTasksChangedSince(ctx.tx, since)
  await insertRows(ctx.tx, row, [...new Set([...candidates, ...changed])])
}

/** Only a choice field has choices, and it has at least one. */
function choicesOf({ type, choices }: FieldCreate): FieldChoice[] {
  if (type !== 'choice') {
    if (choices === undefined) return []
    const message = `cannot be set for the type ${type}`
    throw definitionInvalid('/choices', 'conflicting_fields', message)
  }
  if (!choices) {
    throw definitionInvalid('/choices', 'required', 'is required when type is choice')
  }
  return checkedChoices(choices)
}

function checkedChoices(inputs: NonNullable<FieldCreate['choices']>): FieldChoice[] {
  const choices = completeChoices(inputs)
  const repeated = findRepeated(choices)
  if (repeated) {
    const { place, name, text } = repeated
    const message = `contains ${JSON.stringify(text)} twice`
    throw definitionInvalid(`/choices/${place}/${name}`, 'duplicate', message)
  }
  return choices
}

/** The others make room and keep their order. */
async function placeField(ctx: Context, known: readonly FieldRow[], row: FieldRow): Promise<void> {
  const others = known.filter(({ id }) => id !== row.id).map(({ id }) => id)
  await renumber(ctx.tx, others.toSpliced(row.position, 0, row.id))
}

const compared = ['name', 'choices', 'position', 'archived_at'] as const

export async function changeField(
  ctx: Context,
  fieldId: string,
  change: FieldChangeRequest,
  expected: Expected,
): Promise<Field> {
  const { key } = await getRow(ctx, fieldId)
  const candidates = change.choices ? await findTasksWithKey(ctx.tx, key) : []
  await lockDefinitions(ctx.tx)
  const before = await getVersion(ctx, fieldId, expected)
  const known = await listFields(ctx.tx, { limit: CUSTOM_FIELDS_MAX })
  const after = applyTo(ctx, before, change, known.length)
  const changed = compared.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return toField(before)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  const changes = changed.map((name) => ({ field: name, from: before[name], to: after[name] }))
  await updateField(ctx.tx, next)
  if (changed.includes('position')) await placeField(ctx, known, next)
  if (!hasSameOrder(before.choices, after.choices)) {
    await removeRows(ctx.tx, next.id)
    await indexTasks(ctx, next, candidates)
  }
  await record(ctx, before.id, 'updated', changes)
  return toField(next)
}

async function getVersion(ctx: Context, fieldId: string, expected: Expected): Promise<FieldRow> {
  const row = await getRow(ctx, fieldId)
  const { version = row.version } = expected
  if (version !== row.version) throw versionMismatch(row.version)
  return row
}

function applyTo(
  ctx: Context,
  before: FieldRow,
  { name, choices, position, archived }: FieldChangeRequest,
  count: number,
): FieldRow {
  if (choices && before.type !== 'choice') {
    const message = `cannot be set for the type ${before.type}`
    throw definitionInvalid('/choices', 'conflicting_fields', message)
  }
  return {
    ...before,
    ...(name !== undefined && { name }),
    ...(choices && { choices: checkedChoices(choices) }),
    ...(position !== undefined && { position: Math.min(position, count - 1) }),
    ...(archived !== undefined && {
      archived_at: archived ? (before.archived_at ?? ctx.now) : null,
    }),
  }
}

/** Labels and archived choices are not part of the rows. */
function hasSameOrder(before: readonly FieldChoice[], after: readonly FieldChoice[]): boolean {
  return isDeepStrictEqual(valuesOf(before), valuesOf(after))
}

function valuesOf(choices: readonly FieldChoice[]): string[] {
  return choices.map(({ value }) => value)
}

export async function removeField(
  ctx: Context,
  fieldId: string,
  expected: Expected,
): Promise<void> {
  await lockDefinitions(ctx.tx)
  const { id } = await getVersion(ctx, fieldId, expected)
  const known = await listFields(ctx.tx, { limit: CUSTOM_FIELDS_MAX })
  await removeRows(ctx.tx, id)
  await deleteField(ctx.tx, id)
  await renumber(
    ctx.tx,
    known.filter((field) => field.id !== id).map((field) => field.id),
  )
  await record(ctx, id, 'deleted')
}

async function record(
  ctx: Context,
  id: string,
  act: 'created' | 'updated' | 'deleted',
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `field.${act}`, subjectId: id, changes }])
}
