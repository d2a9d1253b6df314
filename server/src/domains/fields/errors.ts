// Errors of custom fields, as constructors.
import { CUSTOM_FIELDS_MAX, type FieldError } from '@task-service/contract'
import { bodyError, didYouMean, fieldProblem } from '#lib/messages/field-problem.ts'
import { findClosest } from '#lib/messages/find-closest.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing field and one of another tenant: the response must not reveal which. */
export function fieldNotFound(): Problem {
  return new Problem('field_not_found')
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the custom field is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}

export function keyTaken(key: string, existingId: string): Problem {
  return new Problem(
    'field_key_taken',
    `Another custom field has the key "${key}". Choose another one.`,
    { details: { existing_id: existingId } },
  )
}

export function fieldLimitReached(): Problem {
  return new Problem(
    'field_limit_reached',
    `This tenant has the maximum of ${CUSTOM_FIELDS_MAX} custom fields; archived ones count. Delete one that is no longer needed.`,
  )
}

export function definitionInvalid(
  pointer: string,
  code: FieldError['code'],
  message: string,
): Problem {
  return fieldProblem('invalid_request', [bodyError(pointer, code, message)])
}

/** An error in a parameter of a list. */
export function parameterInvalid(
  name: string,
  message: string,
  allowed?: readonly string[],
): Problem {
  const error: FieldError = { in: 'query', pointer: name, code: 'invalid_value', message }
  return fieldProblem('invalid_request', [{ ...error, ...(allowed && { allowed: [...allowed] }) }])
}

/** Without the key that was sent: a response shows no text that could be another tenant's. */
export function unknownField(parameter: string, key: string, known: readonly string[]): Problem {
  const hint = known.length === 0 ? '. This tenant has none' : didYouMean(findClosest(key, known))
  return parameterInvalid(parameter, `must name a custom field of the tenant${hint}`, known)
}
