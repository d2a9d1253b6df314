// The rows of a connector as a line over two hours.
import type { ConnectorActivity } from '@task-service/contract'

/**
 * The span that is not over yet has had less time than the others: it counts as soon as it is not the lower one, or every
 * line would fall at its end.
 */
export function lineOf(activity: ConnectorActivity | undefined): number[] {
  const rows = activity?.data.map((span) => span.rows) ?? []
  const [before = 0, last = 0] = rows.slice(-2)
  return last < before ? rows.slice(0, -1) : rows
}
