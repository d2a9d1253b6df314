// The processes of a cell: whether all of them are ready, and have the new version.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cell } from '#fleet/directory/cells.ts'
import type { UpgradeGoal } from '#fleet/directory/upgrades.ts'
import { CellFailed, type ProcessState, type UpgradeTools } from './upgrade-tools.ts'

const LOOK_EVERY_MS = 1_000
/** A process that is replaced at this moment, or a lost packet, is no failure. */
const FAILURES_IN_A_ROW = 3

type Prober = Pick<UpgradeTools, 'probe'>

/** What keeps the cell from being upgraded; null if nothing does. `any`: processes of any version. */
export async function findFault(
  { probe }: Prober,
  { backends }: Pick<Cell, 'backends'>,
  goal: UpgradeGoal | 'any',
): Promise<string | null> {
  const faults = await Promise.all(
    backends.map(async (address) => {
      const fault = judge(await probe(address), goal)
      return fault === null ? [] : [`${address} ${fault}`]
    }),
  )
  return faults.flat().join('; ') || null
}

function judge({ isReady, version, level, fault }: ProcessState, goal: UpgradeGoal | 'any') {
  if (!isReady) return fault ?? 'is not ready'
  if (goal === 'any' || goal.schema_only) return null
  if (version === goal.version && level === goal.schema_level) return null
  return `has version ${version ?? 'unknown'}, expected ${goal.version}`
}

/** Reads the cell again each time: new processes may have new addresses. */
export async function waitForProcesses(
  tools: Pick<UpgradeTools, 'probe' | 'note'>,
  readCell: () => Promise<Cell>,
  { goal, timeoutMs }: { goal: UpgradeGoal; timeoutMs: number },
): Promise<void> {
  const until = performance.now() + timeoutMs
  for (let noted = ''; ; ) {
    const cell = await readCell()
    const fault = await findFault(tools, cell, goal)
    if (fault === null) return
    if (performance.now() >= until) {
      throw new CellFailed(
        `Its processes were not ready after ${Math.round(timeoutMs / 1_000)} s: ${fault}. Look at their logs and replace them, then run the command again.`,
      )
    }
    if (noted !== fault) tools.note(`${cell.name}: waiting for processes: ${fault}`)
    noted = fault
    await sleep(LOOK_EVERY_MS)
  }
}

/** The first fault of each cell that was not healthy during the soak time. */
export async function soak(
  tools: Prober,
  cells: readonly Cell[],
  { goal, soakMs }: { goal: UpgradeGoal; soakMs: number },
): Promise<Map<string, string>> {
  const failures = new Map<string, number>()
  const faults = new Map<string, string>()
  const until = performance.now() + soakMs
  do {
    await Promise.all(
      cells.map(async (cell) => {
        const fault = await findFault(tools, cell, goal)
        const count = fault === null ? 0 : (failures.get(cell.name) ?? 0) + 1
        failures.set(cell.name, count)
        if (fault !== null && count >= FAILURES_IN_A_ROW) faults.set(cell.name, fault)
      }),
    )
    if (faults.size > 0) return faults
    const leftMs = until - performance.now()
    await sleep(leftMs > 0 ? Math.min(LOOK_EVERY_MS, leftMs) : LOOK_EVERY_MS)
  } while (performance.now() < until || [...failures.values()].some((count) => count > 0))
  return faults
}
