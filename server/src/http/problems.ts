// The one place where anything thrown becomes a response: problem+json for the caller, the cause for the log.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable, TenantMoving } from '#lib/database-failure.ts'
import { Problem } from '#lib/problem.ts'

/** Fastify's own errors as errors of the API. */
function fromFastify(error: FastifyError): Problem | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('body_too_large', undefined, { cause: error })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', undefined, { cause: error })
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('malformed_body', 'Content-Length does not match the body.', {
        cause: error,
      })
    default:
      return error.statusCode !== undefined && error.statusCode < 500
        ? new Problem('invalid_request', 'The request could not be read.', { cause: error })
        : undefined
  }
}

const RETRY_LATER = { 'retry-after': '2' }
const RETRY_SOON = { 'retry-after': '1' }

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof TenantMoving) {
    return new Problem('tenant_moving', undefined, { cause: error, headers: RETRY_SOON })
  }
  if (isUnavailable(error)) {
    return new Problem('database_unavailable', undefined, { cause: error, headers: RETRY_LATER })
  }
  const known = error instanceof Error && 'code' in error && fromFastify(error as FastifyError)
  return known || new Problem('internal_error', undefined, { cause: error })
}

/** They say nothing about a fault of the service. */
const EXPECTED: ReadonlySet<string> = new Set(['overloaded', 'tenant_moving'])

export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = beginProblem(error, request, reply)
  reply
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem.toBody(request.id)))
}

/** Everything but the body: the log, the status and the headers. */
export function beginProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem {
  const problem = toProblem(error)
  request.wide['code'] = problem.code
  if (problem.status >= 500 && !EXPECTED.has(problem.code)) {
    request.log.error({ err: problem.cause ?? problem }, 'request failed')
  }
  reply.code(problem.status).header('cache-control', 'no-store').headers(problem.headers)
  return problem
}
