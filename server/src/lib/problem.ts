// The one error class of the service: a code of the catalog, a text for the caller, and a cause that only the log shows.
import { type ErrorCode, errors, type FieldError, type LeaseLoss } from '@task-service/contract'

export type ProblemDetails = {
  errors?: FieldError[]
  allowed?: string[]
  existing_id?: string
  reason?: LeaseLoss
}

let pages = '/errors'

/** Below this URL or path are the pages that `type` names. Set when the service starts, before it creates an error. */
export function setErrorPages(base: string): void {
  pages = `${base.replace(/\/$/, '')}/errors`
}

export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ErrorCode
  readonly detail: string
  readonly details: ProblemDetails
  readonly headers: Record<string, string>

  constructor(
    code: ErrorCode,
    detail: string = errors[code].action,
    options: { details?: ProblemDetails; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause })
    this.code = code
    this.detail = detail
    this.details = options.details ?? {}
    this.headers = options.headers ?? {}
  }

  get status(): number {
    return errors[this.code].status
  }

  /** The response body (RFC 9457). */
  toBody(requestId: string) {
    return {
      type: `${pages}/${this.code}`,
      title: errors[this.code].title,
      status: this.status,
      code: this.code,
      detail: this.detail,
      request_id: requestId,
      ...this.details,
    }
  }
}
