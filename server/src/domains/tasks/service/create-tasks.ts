// Creating tasks inside a tenant's transaction: one or many, with their numbers, events and audit entries.
import { isFinal, type Status, type Task, type TaskCreate } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { actorText } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { normalTime } from '../change.ts'
import { explainParent, referenceTaken } from '../errors.ts'
import { type Inserted, insertStatement } from '../insertion.ts'
import { findTask } from '../store.ts'

/** Work that exists elsewhere already may arrive in any status; a request begins with one of the first. */
export type TaskDraft = Omit<TaskCreate, 'status'> & { status?: Status; origin?: Task['origin'] }

const FROM_REQUEST: Task['origin'] = {
  kind: 'api',
  integration_id: null,
  external_id: null,
  url: null,
}

/** What the service adds to what the caller sent; the number comes from the database. */
export function draftTask(ctx: Pick<WorkContext, 'actor' | 'now'>, input: TaskDraft): Task {
  const id = uuidv7(ctx.now.getTime())
  // The id carries the time of creation; the field repeats it, so that both always agree.
  const createdAt = timeOfUuid(id).toISOString()
  const status = input.status ?? 'ready'
  const finishedAt = isFinal(status) ? createdAt : null
  return {
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
    input: input.input ?? null,
    result: input.result ?? null,
    fields: input.fields ?? {},
    origin: input.origin ?? FROM_REQUEST,
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
}

/** Creates all of them or throws; the order of the input is the order of ids and numbers. */
export async function createTasks(ctx: WorkContext, inputs: readonly TaskDraft[]): Promise<Task[]> {
  const tasks = inputs.map((input) => draftTask(ctx, input))
  const statement = insertStatement(
    tasks.map((task) => ({
      tenantId: ctx.tx.tenantId,
      task,
      actor: actorText(ctx.actor),
      requestId: ctx.requestId,
    })),
  )
  const inserted = await ctx.tx.rows<Inserted>(statement).catch((error: unknown) => {
    throw explainParent(error)
  })
  if (inserted.length < tasks.length) await refuseTakenReference(ctx, tasks, inserted)
  const numbers = new Map(inserted.map(({ place, number }) => [place, number]))
  return tasks.map((task, place) => ({ ...task, number: numbers.get(place) ?? 0 }))
}

async function refuseTakenReference(
  ctx: WorkContext,
  tasks: readonly Task[],
  inserted: readonly Inserted[],
): Promise<never> {
  const places = new Set(inserted.map(({ place }) => place))
  const refused = tasks.find((_, place) => !places.has(place))
  const { source, external_id: externalId } = refused ?? {}
  const existing = source && externalId ? await findTask(ctx.tx, { source, externalId }) : undefined
  throw referenceTaken(existing?.id ?? refused?.id ?? '')
}

export async function createTask(ctx: WorkContext, input: TaskDraft): Promise<Task> {
  const [task] = await createTasks(ctx, [input])
  if (!task) throw new Error('a created task went missing')
  return task
}
