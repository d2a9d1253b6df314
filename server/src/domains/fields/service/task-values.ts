// What tasks need of custom fields: values are checked before a write, and repeated as rows by it.
import type { Task } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { fieldProblem } from '#lib/messages/field-problem.ts'
import type { Problem } from '#lib/problem.ts'
import { faultsOfValues } from '../check-values.ts'
import { type FieldRow, replaceValues } from '../store.ts'
import { allFields } from './read.ts'

type Values = Record<string, unknown>

/** What an external system sends is stored as it is: a sync must not stop at a value that does not fit. */
const isChecked = ({ actor }: Pick<WorkContext, 'actor'>): boolean =>
  actor.kind !== 'system' || actor.id === 'schedules'

/** The names in `fields` that a definition can have. */
export function definableKeys(fields: Values | undefined): string[] {
  return Object.keys(fields ?? {}).filter((name) => /^[a-z][a-z0-9_]{0,49}$/.test(name))
}

/** What of `fields` can have rows. U+0000 is allowed in a document, but not in a text of PostgreSQL. */
export function indexableValues(fields: Values): Values {
  const found = definableKeys(fields).flatMap((key): [string, string | number][] => {
    const value = fields[key]
    if (typeof value === 'string') return [[key, value.replaceAll('\0', ' ')]]
    return typeof value === 'number' ? [[key, value]] : []
  })
  return Object.fromEntries(found)
}

/** For many tasks: reads the definitions once, and only if a task could have values of them. */
export async function loadChecks(
  ctx: WorkContext,
  inputs: readonly { fields?: Values | undefined }[],
): Promise<(fields: Values | undefined) => Problem | undefined> {
  const isNeeded = isChecked(ctx) && inputs.some(({ fields }) => definableKeys(fields).length > 0)
  const definitions: readonly FieldRow[] = isNeeded ? await allFields(ctx) : []
  return (fields) => {
    const faults = fields ? faultsOfValues(definitions, fields) : []
    return faults.length > 0 ? fieldProblem('invalid_request', faults) : undefined
  }
}

export async function refuseInvalidValues(
  ctx: WorkContext,
  fields: Values | undefined,
): Promise<void> {
  const check = await loadChecks(ctx, [{ fields }])
  const problem = check(fields)
  if (problem) throw problem
}

export async function indexValues(
  ctx: WorkContext,
  tasks: readonly { id: string; task: Pick<Task, 'fields'> }[],
): Promise<void> {
  await replaceValues(
    ctx.tx,
    tasks.map(({ id, task: { fields } }) => ({ id, fields: indexableValues(fields) })),
  )
}
