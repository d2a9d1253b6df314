// A job of a connector: one named statement with its parameters and its result.
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
    '`waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown.',
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
  attempts: Type.Integer({ minimum: 0, description: 'How often the connector picked it up' }),
  problem: Nullable(EdgeProblem),
  row_count: Nullable(Type.Integer({ minimum: 0 })),
  changed_count: Nullable(Type.Integer({ minimum: 0 })),
  byte_count: Nullable(Type.Integer({ minimum: 0 })),
  truncated: Type.Boolean(),
  late: Type.Boolean({
    description: 'Whether the result arrived after the job had expired, and was accepted',
  }),
  duration_ms: Nullable(Type.Integer({ minimum: 0 })),
  created_by: Actor,
  created_at: Timestamp(),
  expires_at: Timestamp(),
  taken_at: Nullable(Timestamp('When the connector last picked it up')),
  ended_at: Nullable(Timestamp()),
}

export const EdgeJob = Closed(fields, { description: 'A job: one statement that a connector runs' })
export type EdgeJob = Static<typeof EdgeJob>

export const EdgeJobWithRows = Closed(
  {
    ...fields,
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.Unsafe<unknown>({})), {
      description: 'Values in the order of `columns`; at most 1,000 rows and 1 MiB',
    }),
  },
  { description: 'The job with its rows' },
)
export type EdgeJobWithRows = Static<typeof EdgeJobWithRows>

export const EdgeJobListQuery = Closed({ ...pageQuery, state: Type.Optional(EdgeJobState) })
export type EdgeJobListQuery = Static<typeof EdgeJobListQuery>
export const EdgeJobPage = Page(EdgeJob, 'A page of jobs, newest first')
export const edgeJobParams = Closed({ connector: Id('connector'), job: Id('edge_job') })
