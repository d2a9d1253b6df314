// An error response as an error: a problem of the API, or whatever a proxy or a wrong URL returned instead.
import { type ErrorFacts, TaskServiceError } from '../errors.ts'
import type { Problem } from '../generated/types.gen.ts'
import { parseRetryAfter } from './retry.ts'

/** Of a page that is not ours, enough to recognize it. */
const SHOWN_CHARACTERS = 200

export async function readProblem(
  response: Response,
  facts: { operation: string; attempts: number; baseUrl: string },
): Promise<TaskServiceError> {
  const { status, headers } = response
  const { operation, attempts, baseUrl } = facts
  const shared = {
    operation,
    attempts,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterMs: parseRetryAfter(headers.get('retry-after')),
  }
  if (status === 0 || (status >= 300 && status < 400)) return redirected(response, shared)
  const text = await response.text()
  const problem = parseProblem(text)
  if (problem === undefined) {
    const detail = `The response with status ${status} is not from Task Service: ${text.slice(0, SHOWN_CHARACTERS)}`
    return new TaskServiceError({ ...shared, code: 'unexpected_response', detail })
  }
  return new TaskServiceError({
    ...shared,
    code: problem.code,
    detail: problem.detail,
    problem,
    requestId: problem.request_id,
    docsUrl: new URL(problem.type, `${baseUrl}/`).href,
  })
}

/** Following it could send the API key to another host. */
function redirected({ headers }: Response, shared: Omit<ErrorFacts, 'code' | 'detail'>) {
  const to = headers.get('location')
  const detail = `The server redirects${to === null ? '' : ` to ${to}`}. Redirects are not followed: set \`url\` to the final URL.`
  return new TaskServiceError({ ...shared, code: 'unexpected_response', detail })
}

function parseProblem(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null // checked below
    const isProblem = typeof value?.code === 'string' && typeof value.detail === 'string'
    return isProblem && typeof value.type === 'string' ? (value as Problem) : undefined // what is read of it is there
  } catch {
    return undefined
  }
}
