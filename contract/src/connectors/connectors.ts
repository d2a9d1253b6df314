// The connector resource: its state, the databases it reaches and the statements it runs.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { ConnectorFacts } from '../edge/facts.ts'
import { DatabaseHealth } from '../edge/protocol.ts'
import { StatementFace } from '../edge/statement-face.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'

export const CONNECTOR_STATES = [
  'enrolling',
  'online',
  'silent',
  'paused',
  'frozen',
  'revoked',
] as const
export const ConnectorState = Choice(CONNECTOR_STATES, {
  description:
    '`enrolling`: the enrollment token was not used yet. `silent`: offline for more than 90 s. `paused`: gets no new jobs. `frozen`: locked because its key was used in two places. `revoked`: its key was revoked.',
})
export type ConnectorState = Static<typeof ConnectorState>

const fields = {
  id: Id('connector'),
  name: Type.String(),
  state: ConnectorState,
  facts: Nullable(ConnectorFacts),
  databases: Type.Array(DatabaseHealth, { description: 'Health of each database' }),
  statement_count: Type.Integer({
    minimum: 0,
    description: 'Number of statements in its policy file',
  }),
  policy_digest: Nullable(Type.String(), {
    description: 'Digest of the connector’s policy file',
  }),
  last_seen_at: Nullable(Timestamp('Last contact')),
  waiting_jobs: Type.Integer({ minimum: 0, description: 'Unfinished jobs' }),
  waiting_results: Type.Integer({
    minimum: 0,
    description: 'Results on the connector that were not sent yet',
  }),
  lag_ms: Type.Integer({ minimum: 0, description: 'Age of the oldest of these results' }),
  rows_last_minute: Type.Integer({ minimum: 0 }),
  last_job: Nullable(
    Closed({
      id: Id('edge_job'),
      statement: Nullable(Type.String()),
      state: Type.String(),
      row_count: Nullable(Type.Integer({ minimum: 0 })),
      ended_at: Nullable(Timestamp()),
    }),
    { description: 'The last finished job' },
  ),
  enrolment_expires_at: Nullable(Timestamp('When the enrollment token expires')),
  key_expires_at: Nullable(Timestamp('When the key expires; the connector rotates it well before')),
  frozen_reason: Nullable(Type.String()),
  resynced_at: Nullable(
    Timestamp('When the connector last re-synced after the database of Task Service was restored'),
  ),
  rotate_asked: Type.Boolean({ description: 'Whether a key rotation was requested' }),
  created_by: Actor,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  version: Type.Integer({
    minimum: 1,
    description: 'Incremented on every change by a user or API key; basis of the ETag',
  }),
}

export const Connector = Closed(fields, {
  description: 'A connector: runs next to a database and makes outbound connections only',
})
export type Connector = Static<typeof Connector>

export const ConnectorWithToken = Closed(
  {
    ...fields,
    enrolment_token: Type.Optional(
      Type.String({
        description:
          'Single-use token, valid for 15 minutes. Returned only once: a retry with the same `Idempotency-Key` does not return it again.',
        examples: ['cnt_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ),
  },
  { description: 'The connector with its enrollment token' },
)
export type ConnectorWithToken = Static<typeof ConnectorWithToken>

export const ConnectorNews = Closed(
  { id: fields.id, name: fields.name, state: ConnectorState, reason: Nullable(Type.String()) },
  { description: 'A change of a connector’s state' },
)
export type ConnectorNews = Static<typeof ConnectorNews>

export const ConnectorStatements = Closed(
  {
    policy_digest: Nullable(Type.String()),
    announced_at: Nullable(Timestamp()),
    data: Type.Array(StatementFace),
  },
  { description: 'The statements that the connector has reported' },
)
export type ConnectorStatements = Static<typeof ConnectorStatements>

export const ConnectorActivity = Closed(
  {
    bucket_seconds: Type.Integer({ minimum: 1 }),
    data: Type.Array(
      Closed({
        at: Timestamp('Start of the interval'),
        rows: Type.Integer({ minimum: 0 }),
        jobs: Type.Integer({ minimum: 0 }),
        failed: Type.Integer({ minimum: 0 }),
      }),
      { description: 'Oldest first; includes intervals without activity' },
    ),
  },
  { description: 'Activity in the last two hours' },
)
export type ConnectorActivity = Static<typeof ConnectorActivity>

export const ConnectorListQuery = Closed(pageQuery)
export const ConnectorPage = Page(Connector, 'A page of connectors, oldest first')
export const connectorParams = Closed({ connector: Id('connector') })
