// A job of a connector: one named statement with its parameters, and what came of it.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { EdgeProblem } from '../edge/protocol.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, OpenObject, Timestamp } from '../schema.ts'

export const EDGE_JOB_STATES = [
  'waiting',
  'running',
  'done',
  'refused',
  'failed',
  'expired',
  'unknown',
  'canceled',
] as const
export const EdgeJobState = Choice(EDGE_JOB_STATES, {
  description:
    '`running`: handed out. `refused`: the policy there does not allow it. `expired`: nobody took it in time, or no result came. `unknown`: a write was begun and its end is not known',
})
export type EdgeJobState = Static<typeof EdgeJobState>

const fields = {
  id: Id('edge_job'),
  connector_id: Id('connector'),
  integration_id: Nullable(Id('integration')),
  database: Type.String(),
  statement: Nullable(Type.String(), {
    description: 'Null only for jobs from before ad-hoc SQL was removed',
  }),
  params: OpenObject(),
  state: EdgeJobState,
  attempts: Type.Integer({ minimum: 0, description: 'How often it was handed out' }),
  problem: Nullable(EdgeProblem),
  row_count: Nullable(Type.Integer({ minimum: 0 })),
  changed_count: Nullable(Type.Integer({ minimum: 0 })),
  byte_count: Nullable(Type.Integer({ minimum: 0 })),
  truncated: Type.Boolean(),
  late: Type.Boolean({ description: 'Its result came after it had expired, and was taken' }),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  created_by: Actor,
  created_at: Timestamp(),
  expires_at: Timestamp(),
  taken_at: Nullable(Timestamp('When it was handed out last')),
  ended_at: Nullable(Timestamp()),
}

export const EdgeJob = Closed(fields, { description: 'A statement to run beside the database' })
export type EdgeJob = Static<typeof EdgeJob>

export const EdgeJobWithRows = Closed(
  {
    ...fields,
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.Unsafe<unknown>({})), {
      description: 'In the order of `columns`; at most 1,000 and 1 MiB are shown',
    }),
  },
  { description: 'The job with what it brought' },
)
export type EdgeJobWithRows = Static<typeof EdgeJobWithRows>

export const EdgeJobListQuery = Closed({ ...pageQuery, state: Type.Optional(EdgeJobState) })
export type EdgeJobListQuery = Static<typeof EdgeJobListQuery>
export const EdgeJobPage = Page(EdgeJob, 'A page of jobs, newest first')
export const edgeJobParams = Closed({ connector: Id('connector'), job: Id('edge_job') })
