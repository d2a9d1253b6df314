// Errors of the endpoints of connectors, and of their jobs.
import { Problem } from '#lib/problem.ts'

/** One response for everything; the reason is for the log. */
export function edgeRefused(reason: string): Problem {
  return new Problem('edge_refused', undefined, { cause: new Error(reason) })
}

/** A signed message of a connector with invalid content; it sends it again. */
export function invalidFrame(detail: string): Problem {
  return new Problem('invalid_request', detail)
}

/** Not its fault: it sends the chunk again when others are complete. */
export function tooManyUnfinished(scope: 'tenant' | 'connector', limit: string): Problem {
  const detail = `Incomplete results of this ${scope} have reached the limit of ${limit}. Retry in a few seconds.`
  return new Problem('overloaded', detail, { headers: { 'retry-after': '5' } })
}

export function edgeJobNotFound(): Problem {
  return new Problem('edge_job_not_found')
}

export function edgeJobNotWaiting(state: string): Problem {
  return new Problem(
    'edge_job_not_waiting',
    `The job is ${state}. Only queued jobs (\`waiting\`) can be canceled.`,
  )
}
