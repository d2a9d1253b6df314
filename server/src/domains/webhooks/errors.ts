// The problems webhooks can have, as constructors.
import { Problem } from '#lib/problem.ts'

/** One text for a missing and a foreign one: the answer must not tell them apart. */
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
  return new Problem('webhook_limit_reached', `There may be ${most} webhooks, and there are.`)
}

export function versionMismatch(current: number): Problem {
  return new Problem(
    'version_mismatch',
    `The webhook is at version ${current}. Read it again, apply your change, and send its new ETag.`,
  )
}

/** The texts name no address that the tenant did not write. */
export function urlRefused({ detail, remedy }: { detail: string; remedy: string }): Problem {
  return new Problem('webhook_url_refused', `${detail} ${remedy}`)
}

/** A mistake in one field that its schema cannot see. */
export function fieldRefused(pointer: string, message: string): Problem {
  return new Problem('invalid_request', `body ${pointer}: ${message}.`, {
    details: { errors: [{ in: 'body', pointer, message }] },
  })
}
