// A task as the database holds it, and as clients see it.
import { PRIORITIES, type Priority, type Status, type Task } from '@task-service/contract'
import { parseActor } from '#lib/actor.ts'
import { encodeId } from '#lib/ids.ts'

export type TaskRow = {
  id: string
  number: number
  title: string
  description: string
  status: Status
  priority: number
  queue: string
  labels: string[]
  assignee: string | null
  delegate: string | null
  parent_id: string | null
  due_at: Date | null
  not_before: Date | null
  input: unknown
  result: unknown
  fields: Record<string, unknown> | null
  origin_kind: Task['origin']['kind']
  origin: Partial<Task['origin']> | null
  source: string | null
  external_id: string | null
  settled_at: Date | null
  version: number
  created_by: string
  created_at: Date
  updated_at: Date
  completed_at: Date | null
}

/** Stored as a rank, 1 = urgent, so that the database sorts by it. */
export function priorityRank(priority: Priority): number {
  return PRIORITIES.indexOf(priority) + 1
}

export function toTask(row: TaskRow): Task {
  return {
    id: encodeId('task', row.id),
    number: row.number,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: PRIORITIES[row.priority - 1] ?? 'normal',
    queue: row.queue,
    labels: row.labels,
    assignee: row.assignee,
    delegate: row.delegate,
    parent_id: row.parent_id && encodeId('task', row.parent_id),
    due_at: time(row.due_at),
    not_before: time(row.not_before),
    input: row.input,
    result: row.result,
    fields: row.fields ?? {},
    origin: {
      kind: row.origin_kind,
      integration_id: row.origin?.integration_id ?? null,
      external_id: row.origin?.external_id ?? null,
      url: row.origin?.url ?? null,
    },
    source: row.source,
    external_id: row.external_id,
    settled_at: time(row.settled_at),
    version: row.version,
    created_by: parseActor(row.created_by),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    completed_at: time(row.completed_at),
  }
}

function time(value: Date | null): string | null {
  return value && value.toISOString()
}
