// Creating tasks: one or many, with their numbers, events and audit entries in one transaction.
import type { Task, TaskCreate } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { emitEvents } from '#events/emit.ts'
import { actorText } from '#lib/actor.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { parentUuid } from '../change.ts'
import { explainParent, referenceTaken } from '../errors.ts'
import { priorityRank, type TaskRow, toTask } from '../row.ts'
import { findTask, insertLabels, insertTasks, type TaskKey, takeNumbers } from '../store.ts'

function draftRow(ctx: Context, input: TaskCreate): TaskRow {
  const id = uuidv7(ctx.now.getTime())
  // The id carries the time of creation; the column repeats it, so that both always agree.
  const createdAt = timeOfUuid(id)
  return {
    id,
    number: 0,
    title: input.title,
    description: input.description ?? '',
    status: input.status ?? 'ready',
    priority: priorityRank(input.priority ?? 'normal'),
    queue: input.queue ?? 'default',
    labels: input.labels ?? [],
    assignee: input.assignee ?? null,
    delegate: input.delegate ?? null,
    parent_id: parentUuid(input.parent_id),
    due_at: input.due_at ? new Date(input.due_at) : null,
    not_before: input.not_before ? new Date(input.not_before) : null,
    input: input.input ?? null,
    result: input.result ?? null,
    fields: input.fields ?? {},
    origin_kind: 'api',
    origin: null,
    source: input.source ?? null,
    external_id: input.external_id ?? null,
    settled_at: null,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
    completed_at: null,
  }
}

/** Creates all of them or throws; the order of the input is the order of ids and numbers. */
export async function createTasks(ctx: Context, inputs: readonly TaskCreate[]): Promise<Task[]> {
  const rows = inputs.map((input) => draftRow(ctx, input))
  const first = await takeNumbers(ctx.tx, rows.length)
  for (const [index, row] of rows.entries()) row.number = first + index
  const tasks = rows.map(toTask)
  const labels = rows.flatMap((row) => row.labels.map((label) => ({ taskId: row.id, label })))
  // Sent together; the connection pipelines them into one round trip.
  const [inserted] = await Promise.all([
    insertTasks(ctx.tx, rows),
    ...(labels.length > 0 ? [insertLabels(ctx.tx, labels)] : []),
    emitEvents(
      ctx,
      rows.map((row, index) => ({
        type: 'task.created' as const,
        subjectId: row.id,
        data: tasks[index] ?? {},
      })),
    ),
    recordAudit(
      ctx,
      rows.map((row) => ({ action: 'task.created' as const, subjectId: row.id })),
    ),
  ]).catch((error: unknown) => {
    throw explainParent(error)
  })
  if (inserted.length < rows.length) await refuseTakenReference(ctx, rows, inserted)
  return tasks
}

async function refuseTakenReference(
  ctx: Context,
  rows: readonly TaskRow[],
  inserted: readonly string[],
): Promise<never> {
  const refused = rows.find((row) => !inserted.includes(row.id))
  const existing = refused && (await findTask(ctx.tx, referenceOf(refused)))
  throw referenceTaken(existing?.id ?? refused?.id ?? '')
}

function referenceOf(row: TaskRow): TaskKey {
  return { source: row.source ?? '', externalId: row.external_id ?? '' }
}

export async function createTask(ctx: Context, input: TaskCreate): Promise<Task> {
  const [task] = await createTasks(ctx, [input])
  if (!task) throw new Error('a created task went missing')
  return task
}
