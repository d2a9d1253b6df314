// Errors of schedules, as constructors.
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing schedule and one of another tenant: the response must not reveal which. */
export function scheduleNotFound(): Problem {
  return new Problem('schedule_not_found')
}

export function templateInvalid(): Problem {
  return fieldProblem('template_invalid', [
    bodyError('/template_id', 'invalid_value', 'must be the ID of a template in this tenant'),
  ])
}

export function scheduleLimitReached(most: number): Problem {
  return new Problem(
    'schedule_limit_reached',
    `This tenant has the maximum of ${most} schedules. Delete one that is no longer needed, or ask the operator to raise SERVICE_ACP_LIMIT_SCHEDULES.`,
  )
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the schedule is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}

/** What the schema of the rule cannot check. */
export function ruleRefused(pointer: string, message: string): Problem {
  return fieldProblem('invalid_request', [bodyError(pointer, 'invalid_value', message)])
}
