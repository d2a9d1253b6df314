// The problems that asking the other side, or hearing from it, can have.
import { type Failure, isFailure } from '@task-service/kit'
import { busy, isBusy } from '#agent/busy.ts'
import { Problem } from '#lib/problem.ts'

export function webhookUnsupported(): Problem {
  return new Problem('webhook_unsupported')
}

/** The vendor is to be told where to send messages, and only the operator knows. */
export function ownAddressUnknown(): Problem {
  return new Problem(
    'webhook_unsupported',
    'The service does not know how it is reached. Ask the operator to set SERVICE_ACP_PUBLIC_URL.',
  )
}

/** One text for all that is wrong with a message: whoever guesses learns nothing. */
export function messageRefused(): Problem {
  return new Problem('message_refused')
}

/** The signature was neither right nor wrong: vendors send a message again after a 503 and not after a 401. */
export function notVerified(cause: Failure): Problem {
  return busy(cause, 'The message could not be verified: no plugin process was free or answered.')
}

/** What a vendor said or did, for whoever asked; anything else is thrown on as it is. */
export function fromFailure(error: unknown): unknown {
  if (!isFailure(error)) return error
  if (isBusy(error)) return busy(error)
  const { vendorText, fix, retryAfterMs } = error.facts
  const parts = [error.message, vendorText && `They say: ${vendorText}`, fix].filter(Boolean)
  return new Problem('integration_unreachable', parts.join(' '), {
    cause: error,
    ...(retryAfterMs !== undefined && {
      headers: { 'retry-after': String(Math.ceil(retryAfterMs / 1_000)) },
    }),
  })
}
