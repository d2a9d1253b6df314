// The body of every error response (RFC 9457).
import { type Static, Type } from 'typebox'
import { LEASE_LOSSES } from './agents/lease-losses.ts'
import { errors } from './errors.ts'
import { Choice, Closed } from './schema.ts'

/** Of one entry of `errors`; never renamed. */
export const FIELD_ERROR_CODES = [
  'required',
  'unknown_field',
  'unknown_parameter',
  'invalid_type',
  'invalid_value',
  'invalid_format',
  'invalid_name',
  'reserved_name',
  'too_short',
  'too_long',
  'out_of_range',
  'too_few',
  'too_many',
  'duplicate',
  'conflicting_fields',
] as const
export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number]

export const FIELD_ERROR_TEXTS: Readonly<Record<FieldErrorCode, string>> = {
  required: 'The field is missing.',
  unknown_field: 'The body has no field with this name.',
  unknown_parameter: 'The endpoint has no query parameter with this name.',
  invalid_type: 'The value has the wrong type.',
  invalid_value: 'The value is not one of the accepted values.',
  invalid_format: 'The value has the wrong format, such as an ID or a date-time.',
  invalid_name: 'The name of the field is not accepted, for example as a header or filter path.',
  reserved_name: 'The name is reserved.',
  too_short: 'The text is empty or too short.',
  too_long: 'The text is too long.',
  out_of_range: 'The number is too small or too large.',
  too_few: 'The list or object has too few entries.',
  too_many: 'The list or object has too many entries.',
  duplicate: 'The list has the same item twice.',
  conflicting_fields: 'Only one of these fields can be sent.',
}

const errorCodes = Object.keys(errors) as (keyof typeof errors)[] // keys of the table

export const FieldError = Closed({
  in: Choice(['body', 'query', 'path', 'header'], { description: 'Part of the request' }),
  pointer: Type.String({
    description: 'JSON Pointer to the field in the body, or the name of the parameter or header',
  }),
  code: Choice([...FIELD_ERROR_CODES, ...errorCodes], {
    description:
      'Stable and machine-readable. For an item of a bulk request, the error code of that item.',
  }),
  message: Type.String({ description: 'What is wrong and what is accepted; may change' }),
  allowed: Type.Optional(Type.Array(Type.String(), { description: 'Accepted values or names' })),
})
export type FieldError = Static<typeof FieldError>

export const Problem = Closed(
  {
    type: Type.String({
      description:
        'URL of the page that describes the error code, such as `/errors/task_not_found`; absolute if the public URL of the installation is configured',
    }),
    title: Type.String(),
    status: Type.Integer(),
    code: Choice(errorCodes, {
      description: 'Stable and machine-readable; each code is described in the error reference',
    }),
    detail: Type.String({
      description: 'What went wrong in this request and how to fix it; may change',
    }),
    request_id: Type.String({ description: 'Include it when you ask for help' }),
    errors: Type.Optional(Type.Array(FieldError)),
    allowed: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The values that are possible, such as the next statuses',
      }),
    ),
    reason: Type.Optional(
      Choice(LEASE_LOSSES, { description: 'Why the lease token is no longer accepted' }),
    ),
    existing_id: Type.Optional(Type.String({ description: 'ID of the existing object' })),
  },
  { description: 'An error (Problem Details, RFC 9457)' },
)
export type Problem = Static<typeof Problem>
