// Responses to a connector that does not get a session. Everything that is refused is `edge_refused`, of the domain `edge`.
import { Problem } from '#lib/problem.ts'

/** Not a refusal: the connector retries later, and any other holder of its key shows up in the meantime. */
export function resyncPending(): Problem {
  const detail =
    'The database was restored and has an older record of this connector. It re-syncs in about 90 seconds unless another program uses the same key.'
  return new Problem('overloaded', detail, { headers: { 'retry-after': '20' } })
}
