// Errors of requests to vendors and of webhooks from them.
import { type Failure, isFailure } from '@task-service/kit'
import { busy, isBusy } from '#agent/busy.ts'
import { Problem } from '#lib/problem.ts'

export function webhookUnsupported(): Problem {
  return new Problem('webhook_unsupported')
}

/** A vendor webhook needs a public URL, which only the operator can set. */
export function ownAddressUnknown(): Problem {
  return new Problem(
    'webhook_unsupported',
    'The public URL of this installation is not configured. Ask the operator to set SERVICE_ACP_PUBLIC_URL.',
  )
}

/** One text for every invalid message, so that guessing reveals nothing. */
export function messageRefused(): Problem {
  return new Problem('message_refused')
}

/** The signature was neither right nor wrong: vendors send a message again after a 503 and not after a 401. */
export function notVerified(cause: Failure): Problem {
  return busy(
    cause,
    'The message could not be verified: no plugin process was available, or it did not respond.',
  )
}

/** A failure at the vendor as an error of the API; anything else is thrown unchanged. */
export function fromFailure(error: unknown): unknown {
  if (!isFailure(error)) return error
  if (isBusy(error)) return busy(error)
  const { vendorText, fix, retryAfterMs } = error.facts
  const parts = [error.message, vendorText && `The vendor responded: ${vendorText}`, fix].filter(
    Boolean,
  )
  return new Problem('integration_unreachable', parts.join(' '), {
    cause: error,
    ...(retryAfterMs !== undefined && {
      headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
    }),
  })
}
