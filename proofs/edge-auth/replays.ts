// What a connector really said, written down, and sent again: as it was, to the other process, and with its lane, number,
// path, session or body exchanged.
import type { EdgeLane } from '@task-service/contract'
import {
  chunkedResult,
  type EdgeFrame,
  makeKey,
  resultOf,
  type TestEdge,
} from '../../tests/harness/edge/test-edge.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { enrollEdge, inLanes, type Stage, stateOf } from './stage.ts'

export type Recorded = { kind: string; frame: EdgeFrame; status: number }

const LANES = 32
const STATEMENT = { database: 'erp', statement: 'open', wait_seconds: 0 }

/** Connectors at work, each with a round of everything; all of it was accepted once. */
export async function record(
  stage: Stage,
  rounds: number,
): Promise<{ edges: TestEdge[]; frames: Recorded[] }> {
  const frames: Recorded[] = []
  const edges: TestEdge[] = []
  for (let round = 0; round < rounds; round++) {
    let turn = round
    const edge = await enrollEdge(stage, async (frame) => {
      const answer = await stage.send(turn++, frame)
      frames.push({ kind: kindOf(frame), frame, status: answer.status })
      return answer
    })
    // First, so that everything after it is signed by the key that counts.
    if (round % 2 === 0) await rotate(edge)
    await edge.send(edge.announceFrame())
    await workOnce(stage, edge)
    edges.push(edge)
  }
  return { edges, frames: frames.filter(({ kind }) => kind !== 'challenge') }
}

async function rotate(edge: TestEdge): Promise<void> {
  const next = makeKey()
  await edge.send(edge.rotateFrame(next))
  edge.key = next
}

const kindOf = ({ path }: EdgeFrame): string =>
  path.split('/').at(path.includes('chunks') ? 4 : -1) ?? ''

async function workOnce(stage: Stage, edge: TestEdge): Promise<void> {
  const path = `/api/connectors/${edge.connector}/run`
  for (let job = 0; job < 4; job++) await stage.api(job, 'POST', path, STATEMENT)
  const [first, second, third, fourth] = await edge.jobs()
  const { result, chunks } = chunkedResult([[1], [2], [3]], 5)
  for (const [number, chunk] of chunks.entries()) {
    await edge.send(edge.chunkFrame(first?.job ?? '', number, chunk))
  }
  await edge.result(first?.job ?? '', result)
  await edge.result(second?.job ?? '', resultOf([[1]]))
  const others = { [third?.job ?? '']: resultOf([[2]]), [fourth?.job ?? '']: resultOf([[3]]) }
  await edge.send(edge.resultsFrame(others))
  await edge.poll()
}

type Change = (frame: EdgeFrame, other: EdgeFrame) => EdgeFrame

function withHeader(
  frame: EdgeFrame,
  part: 1 | 2 | 3 | 4,
  value: (was: string) => string,
): EdgeFrame {
  const parts = frame.headers['authorization']?.split(' ')
  if (!parts) return frame
  const authorization = parts.with(part, value(parts[part] ?? '')).join(' ')
  return { ...frame, headers: { ...frame.headers, authorization } }
}

const otherLane = (lane: string): EdgeLane => (lane === 'poll' ? 'send' : 'poll')
const partOf = ({ headers }: EdgeFrame, part: number) =>
  headers['authorization']?.split(' ')[part] ?? ''

/** Half of them change nothing: these have a signature that is right. */
export const changes: Record<string, Change> = {
  'as it was': (frame) => frame,
  'as it was, elsewhere': (frame) => frame,
  'another lane': (frame) => withHeader(frame, 2, otherLane),
  'a higher number': (frame) => withHeader(frame, 3, (was) => String(Number(was) + 1_000)),
  'another path': (frame, { path }) => ({ ...frame, path }),
  'another session': (frame, other) => withHeader(frame, 1, () => partOf(other, 1)),
  'another signature': (frame, other) => withHeader(frame, 4, () => partOf(other, 4)),
  'another body': (frame, { body }) => ({ ...frame, body }),
}

export type ReplayTally = { sent: number; accepted: Map<string, number>; kinds: Set<string> }

function choose<Item>(random: SeededRandom, [first, ...rest]: readonly Item[]): Item {
  if (first === undefined) throw new Error('there is nothing to choose from')
  return random.pick([first, ...rest])
}

const isSigned = ({ frame }: Recorded): boolean => 'authorization' in frame.headers

/** What can be exchanged for it without leading nowhere. */
function isAlike(one: Recorded, other: Recorded): boolean {
  if (!isSigned(one) || !isSigned(other)) return one.kind === other.kind
  return one.frame.method === other.frame.method
}

/** The connectors are in the same sessions all the while. */
export async function replayAll(
  stage: Stage,
  frames: readonly Recorded[],
  count: number,
  random: SeededRandom,
): Promise<ReplayTally> {
  const tally: ReplayTally = { sent: 0, accepted: new Map(), kinds: new Set() }
  const names = Object.keys(changes)
  await inLanes(Array.from({ length: count }), LANES, async (_none, index) => {
    const recorded = choose(random, frames)
    const name = names[Math.floor(random.next() * 2) === 0 ? index % 2 : index % names.length] ?? ''
    const likes = frames.filter((one) => isAlike(one, recorded))
    // What the exchange left as it was is a replay all the same.
    const frame = changes[name]?.(recorded.frame, choose(random, likes).frame) ?? recorded.frame
    const { status } = await stage.send(index, frame)
    tally.sent++
    tally.kinds.add(recorded.kind)
    // Whatever is not rejected at authentication got past it: a complaint about its content too. Tokens and sessions are read
    // before they are judged.
    if (status < 300 || (isSigned(recorded) && status !== 401)) {
      const what = `${recorded.kind}, ${name}: ${status}`
      tally.accepted.set(what, (tally.accepted.get(what) ?? 0) + 1)
    }
  })
  return tally
}

/** One frame sent several times in one moment, over both processes: how many of them too many got past. */
export async function raceFrames(
  stage: Stage,
  edges: readonly TestEdge[],
  { races, copies }: { races: number; copies: number },
): Promise<{ sent: number; surplus: number; none: number }> {
  let surplus = 0
  let none = 0
  await inLanes(edges, edges.length, async (edge, lane) => {
    for (let race = lane; race < races; race += edges.length) {
      const frame = race % 2 === 0 ? edge.pollFrame() : edge.announceFrame()
      const answers = await Promise.all(
        Array.from({ length: copies }, (_, copy) => stage.send(copy, frame)),
      )
      const accepted = answers.filter(({ status }) => status === 200).length
      surplus += Math.max(0, accepted - 1)
      none += accepted === 0 ? 1 : 0
    }
  })
  return { sent: races * copies, surplus, none }
}

/** Those who were replayed noticed nothing: still in their session, and not frozen. */
export async function countUndisturbed(stage: Stage, edges: readonly TestEdge[]): Promise<number> {
  let undisturbed = 0
  for (const edge of edges) {
    const { status } = await edge.poll()
    if (status === 200 && (await stateOf(stage, edge)) === 'online') undisturbed++
  }
  return undisturbed
}
