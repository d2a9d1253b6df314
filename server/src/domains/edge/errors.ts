// The problems of the endpoints of connectors, and of the jobs they are given.
import { Problem } from '#lib/problem.ts'

/** One answer for everything; the reason is for our log. */
export function edgeRefused(reason: string): Problem {
  return new Problem('edge_refused', undefined, { cause: new Error(reason) })
}

/** What a connector sent that is signed and yet not right; it sends it anew. */
export function invalidFrame(detail: string): Problem {
  return new Problem('invalid_request', detail)
}

/** Not its fault: it sends the chunk again when others are complete. */
export function tooManyUnfinished(scope: 'tenant' | 'connector', limit: string): Problem {
  const detail = `Results of this ${scope} that are not complete have reached the limit of ${limit}. Retry in a few seconds.`
  return new Problem('overloaded', detail, { headers: { 'retry-after': '5' } })
}

export function edgeJobNotFound(): Problem {
  return new Problem('edge_job_not_found')
}

export function edgeJobNotWaiting(state: string): Problem {
  return new Problem(
    'edge_job_not_waiting',
    `The job is ${state}; only one that waits is canceled.`,
  )
}
