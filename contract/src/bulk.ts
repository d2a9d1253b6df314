// Many creates and changes in one request, with a result per item.
import { type Static, Type } from 'typebox'
import { TaskReference } from './ids.ts'
import { Problem } from './problem.ts'
import { Choice, Closed } from './schema.ts'
import { Task, TaskChange, TaskCreate } from './tasks.ts'

export const BULK_MAX = 500

const BulkUpdate = Closed({
  task: TaskReference,
  changes: TaskChange,
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Refuse if it moved on' }),
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
      description: 'All or none, or each item on its own',
    }),
  ),
  items: Type.Array(BulkItem, { minItems: 1, maxItems: BULK_MAX }),
})
export type BulkRequest = Static<typeof BulkRequest>

export const BulkResult = Closed({
  status: Type.Integer({ description: 'What the item alone would have answered' }),
  task: Type.Optional(Task),
  problem: Type.Optional(Problem),
})
export type BulkResult = Static<typeof BulkResult>

export const BulkResponse = Closed({
  applied: Type.Integer({ description: 'How many items took effect' }),
  failed: Type.Integer(),
  results: Type.Array(BulkResult, { description: 'One for each item, in the order sent' }),
})
export type BulkResponse = Static<typeof BulkResponse>
