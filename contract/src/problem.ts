// The body of every error answer (RFC 9457).
import { type Static, Type } from 'typebox'
import { errors } from './errors.ts'
import { Choice, Closed } from './schema.ts'

export const FieldError = Closed({
  in: Choice(['body', 'query', 'path', 'header'], { description: 'Where the mistake is' }),
  pointer: Type.String({ description: 'JSON pointer to the field, or the name of the parameter' }),
  message: Type.String({ description: 'What is wrong with it' }),
  allowed: Type.Optional(
    Type.Array(Type.String(), { description: 'What would have been accepted' }),
  ),
})
export type FieldError = Static<typeof FieldError>

export const Problem = Closed(
  {
    type: Type.String({ description: 'URN of the error code' }),
    title: Type.String(),
    status: Type.Integer(),
    code: Choice(Object.keys(errors) as (keyof typeof errors)[], {
      description: 'Stable, machine-readable; one page each in the error reference',
    }),
    detail: Type.String({ description: 'What happened here and what to do about it' }),
    request_id: Type.String({ description: 'Quote it when asking for help' }),
    errors: Type.Optional(Type.Array(FieldError)),
    allowed: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The choices that were open, such as next statuses',
      }),
    ),
    existing_id: Type.Optional(
      Type.String({ description: 'The object that already holds what was asked for' }),
    ),
  },
  { description: 'Problem details (RFC 9457)' },
)
export type Problem = Static<typeof Problem>
