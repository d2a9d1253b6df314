// Which moves a task may make, and the way back: undoing may take several steps where one led forward.
import type { Status } from '@task-service/contract'
import { FINAL_STATUSES, STATUSES, transitions } from '#api/transitions.gen.ts'

export const OPEN_STATUSES: readonly Status[] = STATUSES.filter((status) => !isFinal(status))

export function isFinal(status: Status): boolean {
  return (FINAL_STATUSES as readonly Status[]).includes(status)
}

export function movesFrom(status: Status): readonly Status[] {
  return transitions[status]
}

/** The statuses to go through, the last being `to`; undefined where no way leads there. */
export function findWay(from: Status, to: Status): Status[] | undefined {
  const ways: Status[][] = [[]]
  const met = new Set<Status>([from])
  for (const way of ways) {
    const here = way.at(-1) ?? from
    if (here === to) return way
    for (const next of movesFrom(here)) {
      if (met.has(next)) continue
      met.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}
