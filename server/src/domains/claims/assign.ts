// Which claimer gets which task: each takes the first of its lanes, in the order of the turns, and claimers take turns.

/** The tasks of a queue that any agent may claim (`delegate` is empty), or that one agent may. */
export type Lane = { tenantId: string; queue: string; delegate: string }

export type Candidate = { lane: number; turn: number; taskId: string }

/** `lanes` are positions in the list of lanes; `max` is what the claimer may still take. */
export type Seeker = { lanes: readonly number[]; max: number }

/** The candidates of each claimer. `candidates` of a lane are in the order of their turns. */
export function assignTasks<C extends Candidate>(
  seekers: readonly Seeker[],
  candidates: readonly C[],
): C[][] {
  const byLane = new Map<number, C[]>()
  for (const candidate of candidates) {
    const lane = byLane.get(candidate.lane)
    if (lane) lane.push(candidate)
    else byLane.set(candidate.lane, [candidate])
  }
  for (const lane of byLane.values()) lane.reverse()
  const taken: C[][] = seekers.map(() => [])
  let hungry = [...seekers.keys()]
  // A round gives each claimer one task, so that a large `max` does not empty the queue for the others.
  while (hungry.length > 0) {
    hungry = hungry.filter((place) => {
      const seeker = seekers[place] as Seeker // of its own keys
      const mine = taken[place] as C[] // one for each seeker
      if (mine.length >= seeker.max) return false
      const next = firstOf(seeker.lanes.map((lane) => byLane.get(lane)))
      if (next) mine.push(next)
      return next !== undefined
    })
  }
  return taken
}

/** The lanes are reversed: their first candidate is at the end. */
function firstOf<C extends Candidate>(lanes: readonly (C[] | undefined)[]): C | undefined {
  let first: C[] | undefined
  for (const lane of lanes) {
    const candidate = lane?.at(-1)
    if (candidate && (!first || isBefore(candidate, first.at(-1)))) first = lane
  }
  return first?.pop()
}

function isBefore(a: Candidate, b: Candidate | undefined): boolean {
  return !b || a.turn < b.turn || (a.turn === b.turn && a.taskId < b.taskId)
}
