// A task as it is stored: the JSON its readers get, and beside it the columns that lists filter and sort by.
import { PRIORITIES, type Priority, Task } from '@task-service/contract'
import { decodeId } from '#lib/ids.ts'
import { checkSchema } from '#lib/json-schema/check-schema.ts'
import { compilePrinter } from '#lib/print-json.ts'
import { schemaInvalid, taskTooLarge } from './errors.ts'

export const printTask: (task: Task) => string = compilePrinter(Task)

/** All other fields have bounds of their own. */
export function refuseTooLarge({ input, result, fields }: Task, maxBytes: number): void {
  let bytes = 0
  for (const part of [input, result, fields]) {
    if (part !== null) bytes += Buffer.byteLength(JSON.stringify(part))
  }
  if (bytes > maxBytes) throw taskTooLarge(bytes, maxBytes)
}

export function refuseInvalidSchema({ output_schema: schema }: Pick<Task, 'output_schema'>): void {
  const fault = schema && checkSchema(schema)
  if (fault) throw schemaInvalid(fault)
}

export function parseTask(doc: string): Task {
  return JSON.parse(doc) as Task // written by printTask only
}

const idAtBeginning = /^\{\s*"id"\s*:\s*"(\w+)"/

/** Our documents begin with their id, so it is found without parsing the rest. */
export function idOf(doc: string): string {
  return idAtBeginning.exec(doc)?.[1] ?? parseTask(doc).id
}

/** Stored as a rank, 1 = urgent, so that the database sorts by it. */
export function priorityRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority) + 1
}

export function uuidOf(taskId: string): string {
  const uuid = decodeId('task', taskId)
  if (uuid === undefined) throw new Error(`not a task id: ${taskId}`)
  return uuid
}

/** The columns of a task; what is only shown, never searched by, stands in the document alone. */
export function columnsOf(task: Task) {
  return {
    id: uuidOf(task.id),
    status: task.status,
    priority: priorityRank(task.priority),
    queue: task.queue,
    assignee: task.assignee,
    delegate: task.delegate,
    parent_id: task.parent_id === null ? null : uuidOf(task.parent_id),
    due_at: task.due_at,
    not_before: task.not_before,
    source: task.source,
    external_id: task.external_id,
    updated_at: task.updated_at,
    ...(task.fairness_key !== undefined && { fairness_key: task.fairness_key }),
    title: task.title,
    description: task.description,
  }
}

const BEFORE_NUMBER = ',"number":'

export type SplitDocument = { head: string; tail: string }

/**
 * The document around its number. The number is taken from the tenant's counter inside the statement that inserts the
 * task, so the database puts it between the two halves.
 */
export function splitAtNumber(task: Task): SplitDocument {
  const doc = printTask({ ...task, number: 0 })
  const end = doc.indexOf(BEFORE_NUMBER) + BEFORE_NUMBER.length
  return { head: doc.slice(0, end), tail: doc.slice(end + 1) }
}
