// Errors of templates, as constructors.
import { FIELDS_MAX } from '@task-service/contract'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing template and one of another tenant: the response must not reveal which. */
export function templateNotFound(): Problem {
  return new Problem('template_not_found')
}

export function templateLimitReached(most: number): Problem {
  return new Problem(
    'template_limit_reached',
    `This tenant has the maximum of ${most} templates. Delete an unused one, or ask the operator to raise SERVICE_ACP_LIMIT_TEMPLATES.`,
  )
}

export function templateInUse(schedules: readonly string[]): Problem {
  return new Problem(
    'template_in_use',
    `Schedules create tasks from this template: ${schedules.join(', ')}. Delete them, or give them another template.`,
  )
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the template is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}

/** Each patch is within bounds by its schema; together they need not be. */
export function tooManyFields(): Problem {
  const message = `must not have more than ${FIELDS_MAX} entries after the update`
  return fieldProblem('invalid_request', [bodyError('/task/fields', 'too_many', message)])
}
