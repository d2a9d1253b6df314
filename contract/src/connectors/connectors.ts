// A connector as clients see it: a program beside somebody's database, what may be asked of it, and how it fares.
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
    '`enrolling`: its token was not used yet. `silent`: no sign of it for 90 seconds. `paused`: it gets no jobs. `frozen`: its key was used in two places. `revoked`: its key is worth nothing any more',
})
export type ConnectorState = Static<typeof ConnectorState>

const fields = {
  id: Id('connector'),
  name: Type.String(),
  state: ConnectorState,
  facts: Nullable(ConnectorFacts),
  databases: Type.Array(DatabaseHealth, { description: 'How it gets on with each database' }),
  statement_count: Type.Integer({ minimum: 0, description: 'Statements it has announced' }),
  policy_digest: Nullable(Type.String(), {
    description: 'Changes with the file that says what is allowed there',
  }),
  last_seen_at: Nullable(Timestamp('Its last sign of life')),
  waiting_jobs: Type.Integer({ minimum: 0, description: 'Jobs that it has not finished' }),
  waiting_results: Type.Integer({ minimum: 0, description: 'Results that wait over there' }),
  lag_ms: Type.Integer({ minimum: 0, description: 'How long the oldest of them has waited' }),
  rows_last_minute: Type.Integer({ minimum: 0 }),
  last_job: Nullable(
    Closed({
      id: Id('edge_job'),
      statement: Nullable(Type.String()),
      state: Type.String(),
      row_count: Nullable(Type.Integer({ minimum: 0 })),
      ended_at: Nullable(Timestamp()),
    }),
    { description: 'The last job that came to an end' },
  ),
  enrolment_expires_at: Nullable(Timestamp('Until when its token can be used')),
  key_expires_at: Nullable(Timestamp('It makes itself a new key long before')),
  frozen_reason: Nullable(Type.String()),
  resynced_at: Nullable(
    Timestamp('When the connector last re-synced after a restore of the service database'),
  ),
  rotate_asked: Type.Boolean({ description: 'Somebody asked for a new key' }),
  created_by: Actor,
  created_at: Timestamp(),
  updated_at: Timestamp(),
  version: Type.Integer({ minimum: 1, description: 'Counts every change by people' }),
}

export const Connector = Closed(fields, {
  description: 'A program beside a database, which reaches out to us and is never reached',
})
export type Connector = Static<typeof Connector>

export const ConnectorWithToken = Closed(
  {
    ...fields,
    enrolment_token: Type.Optional(
      Type.String({
        description:
          'Used once, within 15 minutes. Shown here and never again, not even to a repetition with the same Idempotency-Key',
        examples: ['cnt_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
      }),
    ),
  },
  { description: 'The connector with its enrolment token' },
)
export type ConnectorWithToken = Static<typeof ConnectorWithToken>

export const ConnectorNews = Closed(
  { id: fields.id, name: fields.name, state: ConnectorState, reason: Nullable(Type.String()) },
  { description: 'What happened to a connector' },
)
export type ConnectorNews = Static<typeof ConnectorNews>

export const ConnectorStatements = Closed(
  {
    policy_digest: Nullable(Type.String()),
    announced_at: Nullable(Timestamp()),
    data: Type.Array(StatementFace),
  },
  { description: 'What may be asked of it, as it said itself' },
)
export type ConnectorStatements = Static<typeof ConnectorStatements>

export const ConnectorActivity = Closed(
  {
    bucket_seconds: Type.Integer({ minimum: 1 }),
    data: Type.Array(
      Closed({
        at: Timestamp('Where the span begins'),
        rows: Type.Integer({ minimum: 0 }),
        jobs: Type.Integer({ minimum: 0 }),
        failed: Type.Integer({ minimum: 0 }),
      }),
      { description: 'Oldest first; spans in which nothing happened are among them' },
    ),
  },
  { description: 'What it has done in the last two hours' },
)
export type ConnectorActivity = Static<typeof ConnectorActivity>

export const ConnectorListQuery = Closed(pageQuery)
export const ConnectorPage = Page(Connector, 'A page of connectors, oldest first')
export const connectorParams = Closed({ connector: Id('connector') })
