// An upgrade of the fleet: the canary, then wave after wave. It stops at the first cell that is not healthy, and each step is recorded,
// so that the same command continues where it stopped.
import { type Cell, getCell } from '#fleet/directory/cells.ts'
import type { Directory } from '#fleet/directory/open-directory.ts'
import {
  listUpgradeCells,
  recordFailure,
  recordStep,
  recordUpgrade,
  type Upgrade,
  type UpgradeCell,
  type UpgradeStep,
} from '#fleet/directory/upgrades.ts'
import { findFault, soak, waitForProcesses } from './cell-processes.ts'
import { CellFailed, type UpgradeTools } from './upgrade-tools.ts'

export type FleetUpgrade = {
  directory: Directory
  upgrade: Upgrade
  tools: UpgradeTools
  soakMs: number
  timeoutMs: number
  allowsDowntime: boolean
  /** Ends after the canary; the next run continues. */
  pausesAfterCanary: boolean
}

const ENDED: readonly UpgradeStep[] = ['done', 'skipped']

/** False if it stopped at a cell. The cells say which, and why. */
export async function upgradeFleet(run: FleetUpgrade): Promise<boolean> {
  const { directory, upgrade, tools } = run
  await recordUpgrade(directory, upgrade.id, 'running')
  const places = await listUpgradeCells(directory, upgrade.id)
  const waves = [...Map.groupBy(places, ({ wave }) => wave).entries()]
  for (const [wave, ofWave] of waves) {
    const open = ofWave.filter(({ step }) => !ENDED.includes(step))
    if (open.length === 0) continue
    if (wave > 0 && run.pausesAfterCanary) return true
    tools.note(`Wave ${wave + 1} of ${waves.length}: ${open.map(({ cell }) => cell).join(', ')}`)
    if (!(await upgradeWave(run, open))) {
      await recordUpgrade(directory, upgrade.id, 'failed')
      return false
    }
  }
  await recordUpgrade(directory, upgrade.id, 'done')
  return true
}

/** Cells of a wave at the same time; they soak together. */
async function upgradeWave(run: FleetUpgrade, places: readonly UpgradeCell[]): Promise<boolean> {
  const { directory, tools, upgrade: goal, soakMs } = run
  const results = await Promise.all(
    places.map((place) => attempt(run, place.cell, () => upgradeCell(run, place))),
  )
  if (results.includes('failed')) return false
  const upgraded: Cell[] = []
  for (const [at, { cell }] of places.entries()) {
    if (results[at] === 'upgraded') upgraded.push(await getCell(directory, cell))
  }
  if (upgraded.length === 0) return true
  tools.note(`Soaking for ${Math.round(soakMs / 1_000)} s.`)
  const faults = await soak(tools, upgraded, { goal, soakMs })
  const checked = await Promise.all(
    upgraded.map((cell) => attempt(run, cell.name, () => endSoak(run, cell, faults))),
  )
  return !checked.includes('failed')
}

type Result = 'upgraded' | 'skipped' | 'failed'

/** Only what concerns this cell is a failure of it: an unreachable directory ends the command, and the next run continues. */
async function attempt(
  { directory, upgrade: { id }, tools }: FleetUpgrade,
  cell: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CellFailed)) throw error
    tools.note(`${cell}: failed. ${error.message}`)
    await recordFailure(directory, { id, cell }, error.message)
    return 'failed'
  }
}

/** Every step can be repeated. One that was begun before is verified, even if nothing is left to do. */
async function upgradeCell(run: FleetUpgrade, { cell: name, step }: UpgradeCell): Promise<Result> {
  const { directory, tools, upgrade: goal, timeoutMs } = run
  const cell = await getCell(directory, name)
  const enter = async (next: UpgradeStep) => {
    await recordStep(directory, { id: goal.id, cell: name }, next)
    tools.note(`${name}: ${next}`)
  }
  const plan = (await tools.schema?.plan(cell)) ?? null
  const hasSchema = plan === null || plan.pending.length === 0
  const areCurrent = async () => (await findFault(tools, cell, goal)) === null
  if (step === 'pending') {
    // With the schema only, ready processes of any version would say nothing.
    if (hasSchema && (plan !== null || !goal.schema_only) && (await areCurrent())) {
      await enter('skipped')
      return 'skipped'
    }
    await refuseUnhealthy(run, cell)
  }
  if (plan && !hasSchema) {
    refuseDowntime(run, plan.keepsServing)
    await enter('migrating')
    await tools.schema?.migrate(cell)
  }
  if (tools.replace && !goal.schema_only && !(await areCurrent())) {
    await enter('replacing')
    await tools.replace(cell, goal)
  }
  await enter('waiting')
  await waitForProcesses(tools, () => getCell(directory, name), { goal, timeoutMs })
  await tools.schema?.examine(cell)
  await enter('soaking')
  return 'upgraded'
}

/** A cell that has a problem already is not upgraded on top of it. */
async function refuseUnhealthy({ tools }: FleetUpgrade, cell: Cell): Promise<void> {
  const fault = await findFault(tools, cell, 'any')
  if (fault === null) return
  throw new CellFailed(
    `It was not healthy before the upgrade, so nothing was changed: ${fault}. Repair it or correct its addresses (task-service cell update ${cell.name} --backend <address>), then run the command again.`,
  )
}

function refuseDowntime({ allowsDowntime }: FleetUpgrade, keepsServing: boolean | null): void {
  if (allowsDowntime || keepsServing === true) return
  throw new CellFailed(
    keepsServing === false
      ? 'Its running processes stop serving when the migrations are applied, so nothing was changed. To upgrade with downtime, add --allow-downtime.'
      : 'Its migrations do not say whether running processes keep serving, so nothing was changed. Read the upgrade notes, then add --allow-downtime.',
  )
}

async function endSoak(
  { directory, tools, upgrade: goal }: FleetUpgrade,
  cell: Cell,
  faults: ReadonlyMap<string, string>,
): Promise<Result> {
  const fault = faults.get(cell.name)
  if (fault !== undefined) {
    throw new CellFailed(
      `It was not healthy during the soak time: ${fault}. Look at the logs of these processes, then run the command again.`,
    )
  }
  // Another cell of the wave has failed: this one is verified again by the next run.
  if (faults.size > 0) return 'upgraded'
  await tools.check?.(cell, goal)
  await recordStep(directory, { id: goal.id, cell: cell.name }, 'done')
  tools.note(`${cell.name}: done`)
  return 'upgraded'
}
