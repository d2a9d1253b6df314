// The one error of the client: what the service says about a request, or why there is no response.
import type { ErrorCode, FieldError, Problem } from './generated/types.gen.ts'

/** Errors without a response of the API. */
export type ClientErrorCode =
  /** The server could not be reached, or the connection was lost. */
  | 'connection_failed'
  /** No response within `timeoutMs`. */
  | 'timeout'
  /** The response is not one of the API, for example the error page of a proxy. */
  | 'unexpected_response'

/** Codes of newer servers are possible, too. */
export type AnyErrorCode = ErrorCode | ClientErrorCode | (string & {})

export interface ErrorFacts {
  code: AnyErrorCode
  detail: string
  operation: string
  status?: number | undefined
  problem?: Problem | undefined
  requestId?: string | undefined
  docsUrl?: string | undefined
  retryAfterMs?: number | undefined
  attempts?: number | undefined
  cause?: unknown
}

export class TaskServiceError extends Error {
  override readonly name = 'TaskServiceError'
  /** Stable: compare this, not the message. */
  readonly code: AnyErrorCode
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined
  /** What went wrong in this request and how to fix it. */
  readonly detail: string
  /** One entry for each field that was not accepted. */
  readonly errors: readonly FieldError[]
  /** The values that are possible, such as the next statuses of a task. */
  readonly allowed: readonly string[] | undefined
  /** Why a lease was lost. */
  readonly reason: Problem['reason']
  /** ID of the object that exists already. */
  readonly existingId: string | undefined
  /** Include it when you ask for help. */
  readonly requestId: string | undefined
  /** Page about this error code. */
  readonly docsUrl: string | undefined
  /** ID of the operation, such as `tasks.create`. */
  readonly operation: string
  /** How long the server asks to wait before a retry. */
  readonly retryAfterMs: number | undefined
  /** Number of attempts that were made. */
  readonly attempts: number

  constructor(facts: ErrorFacts) {
    super(messageOf(facts), facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = facts.code
    this.status = facts.status
    this.detail = facts.detail
    this.errors = facts.problem?.errors ?? []
    this.allowed = facts.problem?.allowed
    this.reason = facts.problem?.reason
    this.existingId = facts.problem?.existing_id
    this.requestId = facts.requestId
    this.docsUrl = facts.docsUrl
    this.operation = facts.operation
    this.retryAfterMs = facts.retryAfterMs
    this.attempts = facts.attempts ?? 1
  }
}

function messageOf({ code, detail, operation, problem, requestId }: ErrorFacts): string {
  const fields = (problem?.errors ?? [])
    .slice(0, 3)
    .map(({ pointer, message }) => `${pointer}: ${message}`)
  const where = requestId === undefined ? operation : `${operation}, request ${requestId}`
  return [`${code}: ${detail}`, ...fields].join('\n  ').concat(` (${where})`)
}

/**
 * Whether an error comes from this client and, if codes are given, has one of them:
 * `if (isTaskServiceError(error, 'task_not_found', 'version_mismatch')) …`
 */
export function isTaskServiceError<C extends AnyErrorCode = AnyErrorCode>(
  error: unknown,
  ...codes: readonly C[]
): error is TaskServiceError & { readonly code: C } {
  if (!(error instanceof Error) || error.name !== 'TaskServiceError') return false
  return codes.length === 0 || codes.includes((error as TaskServiceError).code as C) // by name: two copies of the package may be installed
}

/** Thrown before anything is sent: the operation needs an API key. */
export class AgentTokenError extends TypeError {
  override readonly name = 'AgentTokenError'

  constructor(operation: string) {
    super(`${operation} does not accept agent tokens: use a client with an API key`)
  }
}
