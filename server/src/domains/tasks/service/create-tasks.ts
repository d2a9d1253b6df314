// Creating tasks inside a tenant's transaction: one or many, with their numbers, events and audit entries.
import { isFinal, type Status, type Task, type TaskCreate } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import type { Tx } from '#db/tenant-tx.ts'
import {
  type Blockers,
  holdBlockers,
  insertDependencies,
  openBlockers,
} from '#domains/dependencies/index.ts'
import { loadChecks } from '#domains/fields/index.ts'
import { actorText } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { limitsOf } from '#lib/limits/byte-limits.ts'
import { Problem } from '#lib/problem.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { normalTime } from '../change.ts'
import { toChecklist } from '../checklist.ts'
import { refuseInvalidSchema, refuseTooLarge, splitAtNumber, uuidOf } from '../document.ts'
import { parentInvalid, referenceTaken } from '../errors.ts'
import { type Inserted, type Insertion, insertStatements } from '../insertion.ts'
import { findKeysById, findReferences, findTask, type Reference } from '../store.ts'
import { resolveParents } from './resolve-parents.ts'

/** Work that exists elsewhere already may arrive in any status; a request begins with one of the first. */
export type TaskDraft = Omit<TaskCreate, 'status'> & { status?: Status; origin?: Task['origin'] }

const FROM_API: Task['origin'] = { kind: 'api', integration_id: null, external_id: null, url: null }

/** What the service adds to what the caller sent; the number comes from the database. */
export function draftTask(
  ctx: Pick<WorkContext, 'actor' | 'now' | 'limits'>,
  input: TaskDraft,
): Task {
  const id = uuidv7(ctx.now.getTime())
  // The id carries the time of creation; the field repeats it, so that both always agree.
  const createdAt = timeOfUuid(id).toISOString()
  const status = input.status ?? 'ready'
  const finishedAt = isFinal(status) ? createdAt : null
  const task: Task = {
    id: encodeId('task', id),
    number: 0,
    title: input.title,
    description: input.description ?? '',
    status,
    priority: input.priority ?? 'normal',
    queue: input.queue ?? 'default',
    labels: input.labels ?? [],
    assignee: input.assignee ?? null,
    delegate: input.delegate ?? null,
    parent_id: input.parent_id ?? null,
    due_at: normalTime(input.due_at),
    not_before: normalTime(input.not_before),
    ...(input.fairness_key !== undefined && { fairness_key: input.fairness_key }),
    ...(input.blocked_by && { blocked_by: input.blocked_by }),
    ...(input.output_schema && { output_schema: input.output_schema }),
    ...(input.checklist && { checklist: toChecklist(input.checklist, []) }),
    input: input.input ?? null,
    result: input.result ?? null,
    fields: input.fields ?? {},
    origin: input.origin ?? FROM_API,
    source: input.source ?? null,
    external_id: input.external_id ?? null,
    // Where it comes from finished, the outcome is known there.
    settled_at: finishedAt,
    version: 1,
    created_by: ctx.actor,
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: finishedAt,
  }
  refuseInvalidSchema(task)
  refuseTooLarge(task, limitsOf(ctx).taskBytes)
  return task
}

/** Creates all of them or throws; the order of the input is the order of ids and numbers. */
export async function createTasks(ctx: WorkContext, inputs: readonly TaskDraft[]): Promise<Task[]> {
  const tasks = await createPossible(ctx, inputs)
  for (const task of tasks) if (task instanceof Problem) throw task
  return tasks.filter((task) => !(task instanceof Problem))
}

/** Creates those that can be created; each of the others has its problem in the task's place. */
export async function createPossible(
  ctx: WorkContext,
  inputs: readonly TaskDraft[],
): Promise<(Task | Problem)[]> {
  if (inputs.length === 0) return []
  const { drafts, blockers } = await draftPossible(ctx, inputs)
  const tasks = drafts.filter((draft) => !(draft instanceof Problem))
  const insertions = tasks.map((task) => ({
    isBlocked: openBlockers(blockers, task).length > 0,
    hasCheckedFields: true as const,
    tenantId: ctx.tx.tenantId,
    task,
    document: splitAtNumber(task),
    actor: actorText(ctx.actor),
    requestId: ctx.requestId,
  }))
  const numbers = insertions.length > 0 ? await runInsert(ctx.tx, insertions) : new Map()
  await insertDependencies(
    ctx.tx,
    tasks.flatMap((task, place) => (numbers.has(place) ? dependenciesOf(task, blockers) : [])),
  )
  const results = await Promise.all(
    tasks.map(async (task, place) => {
      const number = numbers.get(place)
      return number === undefined ? explainRefusal(ctx, task) : { ...task, number }
    }),
  )
  return drafts.flatMap((draft) => (draft instanceof Problem ? draft : (results.shift() ?? [])))
}

async function draftPossible(ctx: WorkContext, inputs: readonly TaskDraft[]) {
  const resolved = await resolveParents(ctx, inputs)
  const possible = resolved.filter((input) => !(input instanceof Problem))
  const blockers = await holdBlockers(ctx.tx, possible)
  const check = await loadChecks(ctx, possible)
  const drafts = resolved.map((input) =>
    input instanceof Problem
      ? input
      : (check(input.fields) ?? draftOrProblem(ctx, input, blockers)),
  )
  return { drafts, blockers }
}

/** What `createPossible` would reject, without creating a task; undefined where it would create one. */
export async function checkPossible(
  ctx: WorkContext,
  inputs: readonly TaskDraft[],
): Promise<(Problem | undefined)[]> {
  const { drafts } = await draftPossible(ctx, inputs)
  const tasks = drafts.filter((draft) => !(draft instanceof Problem))
  const parentIds = tasks.flatMap(({ parent_id: id }) => (id ? uuidOf(id) : []))
  const found = parentIds.length > 0 ? await findKeysById(ctx.tx, parentIds) : []
  const parents = new Set(found.map(({ id }) => id))
  const known = await findReferences(ctx.tx, tasks)
  const existing = new Map(known.map((one) => [referenceKey(one), one.id]))
  return drafts.map((draft) => {
    if (draft instanceof Problem) return draft
    if (draft.parent_id && !parents.has(uuidOf(draft.parent_id))) return parentInvalid()
    const id = draft.source === null ? undefined : existing.get(referenceKey(draft))
    return id === undefined ? undefined : referenceTaken(encodeId('task', id))
  })
}

const referenceKey = ({ source, external_id: id }: Reference) => JSON.stringify([source, id])

function dependenciesOf(task: Task, blockers: Blockers) {
  const taskId = uuidOf(task.id)
  return openBlockers(blockers, task).map((blockerId) => ({ taskId, blockerId }))
}

function draftOrProblem(ctx: WorkContext, input: TaskDraft, blockers: Blockers): Task | Problem {
  try {
    openBlockers(blockers, input)
    return draftTask(ctx, input)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

/** Numbers by place, of the rows that were inserted. Waits for the tenant's counter, which it holds from then on. */
export async function runInsert(
  tx: Tx,
  insertions: readonly Insertion[],
): Promise<Map<number, number>> {
  // Sent together: the connection pipelines them.
  const steps = await Promise.all(
    insertStatements(insertions, 'wait').map((statement) => tx.rows<Inserted>(statement)),
  )
  return new Map(steps.at(-1)?.flatMap(({ place, number }) => (number ? [[place, number]] : [])))
}

async function explainRefusal(ctx: WorkContext, task: Task): Promise<Problem> {
  const { source, external_id: externalId, parent_id: parentId } = task
  // Locked by the insert if it was there.
  if (parentId && !(await findTask(ctx.tx, { id: uuidOf(parentId) }))) return parentInvalid()
  const existing = source && externalId ? await findTask(ctx.tx, { source, externalId }) : undefined
  return referenceTaken(existing?.id ?? task.id)
}

export async function createTask(ctx: WorkContext, input: TaskDraft): Promise<Task> {
  const [task] = await createTasks(ctx, [input])
  if (!task) throw new Error('a created task went missing')
  return task
}
