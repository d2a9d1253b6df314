// Moves tenants there and back, kills some of the moves, and notes how long each kept clients waiting.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Arena, type CellName, type Outcome, otherThan } from './arena.ts'
import { type Load, longestPause } from './load.ts'

export type Mover = { slug: string; load: Load }

export type Moves = {
  finished: number
  killed: number
  undone: number
  unequal: number
  /** Longest times without an acknowledgment, of moves that were not killed. */
  pausesMs: number[]
  fencedMs: number[]
  seconds: number[]
}

export type MovePlan = { moves: number; kills: number; random: SeededRandom }

/** A move that is not killed. Those that are take as long as they need. */
const COMMAND_TIMEOUT_MS = 600_000

/** One move after the other of one tenant. Returns where the tenant is at the end. */
export async function runMoves(
  arena: Arena,
  mover: Mover,
  plan: MovePlan,
  log: (line: string) => void,
): Promise<{ cell: CellName; moves: Moves }> {
  const moves: Moves = {
    finished: 0,
    killed: 0,
    undone: 0,
    unequal: 0,
    pausesMs: [],
    fencedMs: [],
    seconds: [],
  }
  let cell: CellName = 'old'
  let kills = plan.kills
  let typicalMs = 4_000
  while (moves.finished < plan.moves) {
    if (kills > 0) {
      kills--
      moves.killed++
      const afterMs = plan.random.between(500, typicalMs)
      const isGone = await killOne(arena, mover, cell, afterMs, log)
      if (isGone && plan.random.between(0, 1) === 1 && (await undo(arena, mover, cell, log))) {
        moves.undone++
        continue
      }
    }
    const startedAt = performance.now()
    const result = await moveOnce(arena, mover, cell)
    const endedAt = performance.now()
    typicalMs = endedAt - startedAt
    const pauseMs = longestPause(mover.load, startedAt, endedAt)
    moves.pausesMs.push(pauseMs)
    if (result.fenced_ms !== null) moves.fencedMs.push(result.fenced_ms)
    moves.seconds.push(typicalMs / 1_000)
    if (result.is_equal === false) moves.unequal++
    log(
      `${mover.slug}: ${cell} → ${otherThan(cell)} in ${(typicalMs / 1_000).toFixed(1)} s, ${result.rows_copied} rows, fence ${result.fenced_ms} ms, longest pause ${Math.round(pauseMs)} ms, equal: ${result.is_equal}${result.differences.length > 0 ? ` ${JSON.stringify(result.differences)}` : ''}`,
    )
    expectSuccess(
      await arena.move(cell, mover.slug, '--purge', '--force').ended,
      `purge of ${mover.slug}`,
    )
    cell = otherThan(cell)
    moves.finished++
  }
  return { cell, moves }
}

type MoveDocument = {
  rows_copied: number
  fenced_ms: number | null
  is_equal: boolean | null
  differences: unknown[]
}

async function moveOnce(arena: Arena, { slug }: Mover, from: CellName): Promise<MoveDocument> {
  const { child, ended } = arena.move(from, slug, '--to', otherThan(from))
  const timer = setTimeout(() => child.kill('SIGKILL'), COMMAND_TIMEOUT_MS)
  const outcome = await ended.finally(() => clearTimeout(timer))
  // 7: finished, and the cells differed; the document says so.
  if (outcome.code !== 7 || outcome.stdout === '') expectSuccess(outcome, `move of ${slug}`)
  return JSON.parse(outcome.stdout) as MoveDocument // as the command prints it
}

/** False if it was faster than the kill. */
async function killOne(
  arena: Arena,
  { slug }: Mover,
  from: CellName,
  afterMs: number,
  log: (line: string) => void,
): Promise<boolean> {
  const { child, ended } = arena.move(from, slug, '--to', otherThan(from))
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
  const { code } = await ended.finally(() => clearTimeout(timer))
  log(`${slug}: killed after ${Math.round(afterMs)} ms${code === null ? '' : ', too late'}`)
  await sleep(500)
  return code === null
}

/** False if the move is beyond the switch. */
async function undo(
  arena: Arena,
  { slug }: Mover,
  from: CellName,
  log: (line: string) => void,
): Promise<boolean> {
  const { code } = await arena.move(from, slug, '--undo').ended
  log(`${slug}: undo ${code === 0 ? 'done' : 'rejected, so it is resumed'}`)
  return code === 0
}

function expectSuccess({ code, stderr, stdout }: Outcome, what: string): void {
  if (code !== 0) throw new Error(`${what}: exit code ${code}\n${stderr}\n${stdout}`)
}
