// Requests that create and update connectors and run statements.
import { type Static, Type } from 'typebox'
import { Closed, OpenObject, Text, VisibleText } from '../schema.ts'

const Name = VisibleText({ maxLength: 64, description: 'Name; unique among the connectors' })

export const ConnectorCreate = Closed({ name: Name })
export type ConnectorCreate = Static<typeof ConnectorCreate>

export const ConnectorChange = Closed({
  name: Type.Optional(Name),
  paused: Type.Optional(
    Type.Boolean({ description: 'true: running jobs finish and no new ones start' }),
  ),
})
export type ConnectorChange = Static<typeof ConnectorChange>

const StatementName = Text({
  minLength: 1,
  maxLength: 64,
  description: 'Name of a statement that the connector has reported',
})
export const StatementRun = Closed(
  {
    database: Text({ minLength: 1, maxLength: 64, description: 'Name of the database' }),
    statement: StatementName,
    params: Type.Optional(OpenObject({ default: {}, description: 'Parameters by name' })),
    request_key: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 100,
        description:
          'Idempotency key: a request with the same key returns the job of the first request, so that a write is not run twice if a response is lost',
      }),
    ),
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 25,
        default: 20,
        description: 'How long to wait for the result; you can also get it from the job later',
      }),
    ),
  },
  {
    description: 'Name and parameters of a statement; SQL is not accepted',
  },
)
export type StatementRun = Static<typeof StatementRun>
