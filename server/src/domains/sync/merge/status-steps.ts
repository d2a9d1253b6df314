// The way from one status to another, step by step, as the table of transitions allows.
import { STATUSES, type Status, statusPath } from '@task-service/contract'

/** Nothing when it is there already, or when the word is no status. */
export function statusSteps(from: Status, to: unknown): Status[] {
  const wanted = STATUSES.find((status) => status === to)
  return wanted ? statusPath(from, wanted) : []
}
