// Errors of webhooks, as constructors.
import type { FieldErrorCode } from '@task-service/contract'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import { Problem } from '#lib/problem.ts'

/** One text for a missing webhook and one of another tenant: the response must not reveal which. */
export function webhookNotFound(): Problem {
  return new Problem('webhook_not_found')
}

export function eventNotFound(): Problem {
  return new Problem('event_not_found')
}

export function webhookDisabled(): Problem {
  return new Problem('webhook_disabled')
}

export function webhookLimitReached(most: number): Problem {
  return new Problem(
    'webhook_limit_reached',
    `This tenant has the maximum of ${most} webhooks. Delete an unused one, or ask the operator to raise SERVICE_ACP_LIMIT_WEBHOOKS.`,
  )
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The current version of the webhook is ${current}. Fetch it again, reapply your change and send the new ETag.`,
  )
}

/** The texts contain no address that the tenant did not enter. */
export function urlRefused({ detail, remedy }: { detail: string; remedy: string }): Problem {
  return new Problem('webhook_url_refused', `${detail} ${remedy}`)
}

/** What the schema of a field cannot check. */
export function fieldRefused(pointer: string, code: FieldErrorCode, message: string): Problem {
  return fieldProblem('invalid_request', [bodyError(pointer, code, message)])
}
