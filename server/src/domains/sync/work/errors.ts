// How work for an integration can end besides being done.
import type { SyncError } from '@task-service/contract'
import { isFailure } from '@task-service/kit'
import { isRepeatable, isUnavailable } from '#lib/database-failure.ts'

/** Another worker has the lease of this integration; this one must not write. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('the lease of this integration is in other hands')
  }
}

/** For users; the cause of an internal error is in the log, not here. */
export function describeError(error: unknown): SyncError {
  if (!isFailure(error)) {
    return { kind: 'internal', message: 'Internal error. See the log of Task Service.' }
  }
  const { vendorText, fix } = error.facts
  return {
    kind: error.kind,
    message: error.message.slice(0, 1_000),
    ...(vendorText !== undefined && { vendor_text: vendorText.slice(0, 1_000) }),
    ...(fix !== undefined && { fix }),
  }
}

/** Of our database. A lost connection to a vendor has similar error codes. */
export function isDatabaseAway(error: unknown): boolean {
  return !isFailure(error) && isUnavailable(error)
}

/** Concerns the connection, not one item: continuing is useless. */
export function isAboutConnection(error: unknown): boolean {
  return (
    error instanceof LeaseLost ||
    isRepeatable(error) ||
    isDatabaseAway(error) ||
    isFailure(error, 'auth') ||
    isFailure(error, 'rate_limited') ||
    isFailure(error, 'unreachable')
  )
}
