// What clients ask of connectors.
import { type Static, Type } from 'typebox'
import { Closed, OpenObject, Text } from '../schema.ts'

const Name = Text({ minLength: 1, maxLength: 64, description: 'Unique among the connectors' })

export const ConnectorCreate = Closed({ name: Name })
export type ConnectorCreate = Static<typeof ConnectorCreate>

export const ConnectorChange = Closed({
  name: Type.Optional(Name),
  paused: Type.Optional(Type.Boolean({ description: 'It gets no jobs; what it has, it finishes' })),
})
export type ConnectorChange = Static<typeof ConnectorChange>

const StatementName = Text({
  minLength: 1,
  maxLength: 64,
  description: 'One that the connector has announced',
})
export const StatementRun = Closed(
  {
    database: Text({ minLength: 1, maxLength: 64 }),
    statement: StatementName,
    params: Type.Optional(OpenObject({ default: {} })),
    request_key: Type.Optional(
      Text({
        minLength: 1,
        maxLength: 100,
        description:
          'Of your choosing: a request with the same one gets the job of the first, so that no write is asked for twice when an answer was lost',
      }),
    ),
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 25,
        default: 20,
        description: 'How long to wait for the result; it is in the job later on as well',
      }),
    ),
  },
  {
    description: 'A named statement and its parameters. SQL cannot be sent',
  },
)
export type StatementRun = Static<typeof StatementRun>
