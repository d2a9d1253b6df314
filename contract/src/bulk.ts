// Many creates and updates in one request, with a result per item.
import { type Static, Type } from 'typebox'
import { TaskReference } from './ids.ts'
import { Problem } from './problem.ts'
import { Choice, Closed } from './schema.ts'
import { Task, TaskChange, TaskCreate } from './tasks/tasks.ts'

export const BULK_MAX = 500

const BulkUpdate = Closed({
  task: TaskReference,
  changes: TaskChange,
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Fail the item unless the task has this version',
    }),
  ),
})

/** Exactly one of the two; an object with one name, because its errors read better than those of a union. */
export const BulkItem = Closed(
  { create: Type.Optional(TaskCreate), update: Type.Optional(BulkUpdate) },
  { minProperties: 1, maxProperties: 1 },
)
export type BulkItem = Static<typeof BulkItem>

export const BulkRequest = Closed({
  mode: Type.Optional(
    Choice(['atomic', 'best_effort'], {
      default: 'atomic',
      description: '`atomic`: all items or none. `best_effort`: each item on its own.',
    }),
  ),
  items: Type.Array(BulkItem, {
    minItems: 1,
    maxItems: BULK_MAX,
    description: 'Each item has either `create` or `update`',
  }),
})
export type BulkRequest = Static<typeof BulkRequest>

export const BulkResult = Closed({
  status: Type.Integer({ description: 'HTTP status of the item' }),
  task: Type.Optional(Task),
  problem: Type.Optional(Problem),
})
export type BulkResult = Static<typeof BulkResult>

export const BulkResponse = Closed({
  applied: Type.Integer({ description: 'Number of items that were applied' }),
  failed: Type.Integer(),
  results: Type.Array(BulkResult, { description: 'One per item, in the order of the request' }),
})
export type BulkResponse = Static<typeof BulkResponse>
