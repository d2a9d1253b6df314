// A named statement as a connector reports it: parameters and columns, without its SQL.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Text } from '../schema.ts'

export const STATEMENT_KINDS = ['read', 'write'] as const
export const PARAM_TYPES = [
  'text',
  'integer',
  'number',
  'boolean',
  'timestamp',
  'date',
  'uuid',
] as const

export const StatementParam = Closed({
  name: Text({ minLength: 1, maxLength: 64 }),
  type: Choice(PARAM_TYPES),
  required: Type.Boolean(),
  max_length: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  choices: Type.Optional(Type.Array(Type.String(), { maxItems: 200 })),
  puts_values_back: Type.Optional(
    Type.Boolean({
      description: 'Tokens in this parameter are replaced with the real values on the connector',
    }),
  ),
})
export type StatementParam = Static<typeof StatementParam>

export const COLUMN_TREATMENTS = ['plain', 'masked', 'tokenised'] as const
export const StatementColumn = Closed({
  name: Text({ minLength: 1, maxLength: 128 }),
  treatment: Choice(COLUMN_TREATMENTS, {
    description:
      '`masked`: only a part of the value is sent. `tokenised`: a token is sent instead of the value, which stays on the connector.',
  }),
})
export type StatementColumn = Static<typeof StatementColumn>

export const StatementFace = Closed(
  {
    database: Text({ minLength: 1, maxLength: 64 }),
    engine: Text({ maxLength: 50, description: '`postgres`, `mysql` …' }),
    name: Text({ minLength: 1, maxLength: 64 }),
    kind: Choice(STATEMENT_KINDS),
    description: Text({ maxLength: 500 }),
    params: Type.Array(StatementParam, { maxItems: 100 }),
    columns: Type.Array(StatementColumn, { maxItems: 500 }),
    max_rows: Type.Integer({ minimum: 1 }),
    max_bytes: Type.Integer({ minimum: 1 }),
    timeout_ms: Type.Integer({ minimum: 1 }),
    expect_rows: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'For writes: the number of rows it must change; otherwise it is rolled back',
      }),
    ),
    fence: Type.Optional(
      Text({
        maxLength: 64,
        description: 'For writes: the parameter with the row version, for the concurrency check',
      }),
    ),
  },
  { description: 'A named statement of the connector' },
)
export type StatementFace = Static<typeof StatementFace>
