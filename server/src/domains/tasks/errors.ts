// Errors of tasks, as constructors.
import { FIELDS_MAX, type Status, transitions } from '@task-service/contract'
import { constraintOf } from '#lib/database-failure.ts'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing task and one of another tenant: the response must not reveal which. */
export function taskNotFound(): Problem {
  return new Problem('task_not_found')
}

export function transitionNotAllowed(from: Status, to: Status): Problem {
  const allowed = [...transitions[from]]
  return new Problem(
    'transition_not_allowed',
    `A task cannot move from ${from} to ${to}. Allowed from ${from}: ${allowed.join(', ')}.`,
    { details: { allowed } },
  )
}

export function taskTooLarge(bytes: number, maxBytes: number): Problem {
  return new Problem(
    'body_too_large',
    `\`input\`, \`result\` and \`fields\` of the task are too large: ${bytes.toLocaleString('en')} bytes in total, maximum ${maxBytes.toLocaleString('en')}. Shorten them, or store the data elsewhere and link to it.`,
  )
}

export function schemaInvalid(fault: string): Problem {
  return new Problem('schema_invalid', `\`output_schema\`: ${fault}`)
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the task is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}

export function referenceTaken(existingId: string): Problem {
  return new Problem('reference_taken', undefined, {
    details: { existing_id: existingId },
  })
}

export function parentInvalid(cause?: unknown): Problem {
  return new Problem(
    'parent_invalid',
    'No task that could be the parent has this `parent_id`. Use the ID or number of an existing task that is not a subtask of this one, or leave `parent_id` out.',
    { cause },
  )
}

/** Each patch is within bounds by its schema; together they need not be. */
export function tooManyFields(): Problem {
  const message = `must not have more than ${FIELDS_MAX} entries after the update`
  return fieldProblem('invalid_request', [bodyError('/fields', 'too_many', message)])
}

export function isReferenceTaken(error: unknown): boolean {
  return error instanceof Problem && error.code === 'reference_taken'
}

/** `If-Match` was sent and there is nothing to match. */
export function nothingToMatch(): Problem {
  return new Problem(
    'version_mismatch',
    'No task has this reference yet. To create it, send the request without If-Match.',
  )
}

/** Named by PostgreSQL after the columns of the constraint. */
const PARENT_CONSTRAINT = 'tasks_tenant_id_parent_id_fkey'

/** The foreign key knows whether the parent exists; asking first would only be a race. */
export function explainParent(error: unknown): unknown {
  return constraintOf(error) === PARENT_CONSTRAINT ? parentInvalid(error) : error
}
