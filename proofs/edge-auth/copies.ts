// A key in two places: used after, before and at the same time as the original. And connectors without a copy whose answers
// are lost, which must not be taken for one.
import type { TestEdge } from '../../tests/harness/edge/test-edge.ts'
import { enrollEdge, type Stage, stateOf } from './stage.ts'

type Use = (edge: TestEdge, copy: TestEdge) => Promise<void>

export const uses: Record<string, Use> = {
  after: async (edge, copy) => {
    await edge.open()
    await edge.poll()
    await copy.open()
  },
  before: async (edge, copy) => {
    await copy.open()
    await copy.poll()
    await edge.poll()
    await edge.open()
  },
  during: async (edge, copy) => {
    await Promise.all([workOn(edge), workOn(copy)])
  },
}

const MOST_ROUNDS = 50

/** As a connector does: a new session when it is refused, until that is refused too. */
async function workOn(edge: TestEdge): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if ((await edge.poll()).status !== 200 && (await edge.open()).status !== 200) return
  }
}

export type CopyTally = { tried: number; unnoticed: string[] }

export async function tryCopies(stage: Stage, times: number): Promise<CopyTally> {
  const tally: CopyTally = { tried: 0, unnoticed: [] }
  for (const [name, use] of Object.entries(uses)) {
    for (let time = 0; time < times; time++) {
      const edge = await enrollEdge(stage)
      const copy = edge.copy()
      await use(edge, copy)
      tally.tried++
      const fault = await findFault(stage, edge, copy)
      if (fault) tally.unnoticed.push(`${name}: ${fault}`)
    }
  }
  return tally
}

/** Frozen, reported once, and both keys are rejected from then on. */
async function findFault(
  stage: Stage,
  edge: TestEdge,
  copy: TestEdge,
): Promise<string | undefined> {
  const state = await stateOf(stage, edge)
  if (state !== 'frozen') return `the connector is ${state}`
  for (const one of [edge, copy]) {
    if ((await one.poll()).status !== 401) return 'a frame was taken'
    if ((await one.open()).status !== 401) return 'a session was opened'
  }
  const id = edge.connector.slice(4)
  const { rows } = await stage.admin.query<{ events: number }>(
    `select count(*)::int as events from events
     where type = 'connector.frozen' and replace(subject_id::text, '-', '') = $1`,
    [id],
  )
  return rows[0]?.events === 1 ? undefined : `there are ${rows[0]?.events} events`
}

/** Sessions whose answers never came, again and again: how many of those connectors were frozen for it. */
export async function loseAnswers(stage: Stage, times: number): Promise<number> {
  let frozen = 0
  for (let time = 0; time < times; time++) {
    const edge = await enrollEdge(stage)
    for (let lost = 0; lost < 3; lost++) {
      await edge.send(await edge.sessionFrame())
      if (lost > 0) await edge.open()
      if (lost > 1) await edge.poll()
    }
    await edge.open()
    const { status } = await edge.poll()
    if (status !== 200 || (await stateOf(stage, edge)) !== 'online') frozen++
  }
  return frozen
}
