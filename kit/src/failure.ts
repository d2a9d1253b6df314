// How a call to a vendor can fail, classified by what the host should do about it.

/**
 * - `auth`: the credential is not accepted; nothing is retried until a user enters another one.
 * - `forbidden`: accepted, but not allowed to do this.
 * - `not_found`: what the configuration names is not there.
 * - `invalid`: the vendor refused what was sent; sending it again would not help.
 * - `rate_limited`: come back after `retryAfterMs`.
 * - `transient`: worth another try, soon.
 * - `unreachable`: no connection at all.
 * - `protocol`: the answer was not what the vendor documents.
 * - `internal`: the integration itself broke.
 */
export type FailureKind =
  | 'auth'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'rate_limited'
  | 'transient'
  | 'unreachable'
  | 'protocol'
  | 'internal'

type FailureFacts = {
  retryAfterMs?: number
  /** What the vendor said, for people; without markup, cut to a few hundred characters. */
  vendorText?: string
  /** What a person can do about it. */
  fix?: string
  /** True when the vendor may have done what was asked, although no answer says so. */
  maybeDone?: boolean
}

export class Failure extends Error {
  override readonly name = 'Failure'
  readonly kind: FailureKind
  readonly facts: FailureFacts

  constructor(kind: FailureKind, message: string, facts: FailureFacts = {}) {
    super(message)
    this.kind = kind
    this.facts = facts
  }
}

export function isFailure(error: unknown, kind?: FailureKind): error is Failure {
  return error instanceof Failure && (kind === undefined || error.kind === kind)
}
