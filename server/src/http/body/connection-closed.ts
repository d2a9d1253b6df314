// The error of a request whose client disconnected. No one receives it; it ends the work for the request.
import { Problem } from '#lib/problem.ts'

export function connectionClosed(cause?: unknown): Problem {
  return new Problem('invalid_request', 'The client closed the connection.', { cause })
}
