// Errors of inboxes, as constructors.
import { SNOOZE_DAYS_MAX } from '@task-service/contract'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing item, and one of another person or tenant: the response must not reveal which. */
export function notificationNotFound(): Problem {
  return new Problem('notification_not_found')
}

export function snoozeRefused(until: string): Problem {
  const message = `must be in the future and at most ${SNOOZE_DAYS_MAX} days away, got ${until}`
  return fieldProblem('invalid_request', [bodyError('/snoozed_until', 'out_of_range', message)])
}
