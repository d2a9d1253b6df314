// `fleet upgrade`: brings the cells to the version of this program, in waves that begin with a canary.
import { VERSION } from '#app/version.ts'
import { durationForm, readDurationMs } from '#config/parse-quantity.ts'
import { listMigrations } from '#db/schema-version.ts'
import { sql } from '#db/sql.ts'
import { formatLevel } from '#db/upgrade/migration-header.ts'
import { type Cell, listCells } from '#fleet/directory/cells.ts'
import type { Directory } from '#fleet/directory/open-directory.ts'
import {
  beginUpgrade,
  findUpgrade,
  listUpgradeCells,
  placeCells,
  recordUpgrade,
  type Upgrade,
  type UpgradeGoal,
} from '#fleet/directory/upgrades.ts'
import { findFault } from '#fleet/upgrade/cell-processes.ts'
import { planWaves, type WaveOptions } from '#fleet/upgrade/plan-waves.ts'
import { upgradeFleet } from '#fleet/upgrade/upgrade-fleet.ts'
import { CellFailed, type UpgradeTools } from '#fleet/upgrade/upgrade-tools.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { type Output, table } from '../output.ts'
import { askReady } from './ask-ready.ts'
import { openCellEnvironments } from './cell-environment.ts'
import { getDirectoryUrl, withDirectorySession } from './directory-session.ts'
import { runProgram } from './run-program.ts'

type Options = Record<string, unknown>

/** Any constant does, as long as nothing else in that database uses it. */
const UPGRADE_LOCK = 7_264_095
const MAX_WAVE = 100

export async function fleetUpgrade(output: Output, options: Options): Promise<ExitName> {
  return withDirectorySession(async (directory, config) => {
    await lockUpgrades(directory)
    if (options['abandon']) return abandon(output, directory)
    const goal: UpgradeGoal = {
      version: VERSION,
      schema_level: listMigrations().length,
      schema_only: options['schemaOnly'] === true,
    }
    const waiting = readWaiting(options)
    const waveOptions = readWaves(options)
    const cells = (await listCells(directory)).filter(({ status }) => status !== 'closed')
    const tools = openTools(output, options, {
      cells,
      directoryUrl: getDirectoryUrl(config),
      timeoutMs: waiting.timeoutMs,
    })
    const open = await findOpen(directory, goal)
    const waves = planWaves(cells, checkCanary(waveOptions, cells))
    if (options['dryRun']) return showPlan(output, { goal, cells, waves, tools, open, directory })
    const upgrade = open ?? (await beginUpgrade(directory, goal))
    await placeCells(directory, upgrade.id, await addNewCells(directory, upgrade.id, waves))
    await upgradeFleet({
      directory,
      upgrade,
      tools,
      ...waiting,
      allowsDowntime: options['allowDowntime'] === true,
      pausesAfterCanary: options['pauseAfterCanary'] === true,
    })
    return report(output, directory, upgrade)
  })
}

/** Until this session ends, also if the command is killed. */
async function lockUpgrades(directory: Directory): Promise<void> {
  const [row] = await directory.rows<{ locked: boolean }>(
    sql`select pg_try_advisory_lock(${UPGRADE_LOCK}) as locked`,
  )
  if (row?.locked) return
  throw new CommandError(
    'not_found',
    'Another fleet upgrade is running. To see it, run: task-service fleet status',
  )
}

async function findOpen(directory: Directory, goal: UpgradeGoal): Promise<Upgrade | undefined> {
  const open = await findUpgrade(directory)
  if (!open) return undefined
  const isSame =
    open.version === goal.version &&
    open.schema_level === goal.schema_level &&
    open.schema_only === goal.schema_only
  if (isSame) return open
  throw new CommandError(
    'not_found',
    `An upgrade to ${describeGoal(open)} has not ended, and this program would upgrade to ${describeGoal(goal)}. Finish it with that version and the same options, or give it up: task-service fleet upgrade --abandon`,
  )
}

const describeGoal = ({ version, schema_level: level, schema_only: isSchemaOnly }: UpgradeGoal) =>
  `${version} (level ${formatLevel(level)}${isSchemaOnly ? ', schema only' : ''})`

/** Cells that were added since the upgrade began come last. */
async function addNewCells(
  directory: Directory,
  id: string,
  waves: readonly (readonly string[])[],
): Promise<string[][]> {
  const places = await listUpgradeCells(directory, id)
  if (places.length === 0) return waves.map((wave) => [...wave])
  const known = new Set(places.map(({ cell }) => cell))
  const last = Math.max(...places.map(({ wave }) => wave))
  const added = waves.flat().filter((name) => !known.has(name))
  return [...Array.from({ length: last + 1 }, () => []), added]
}

async function abandon(output: Output, directory: Directory): Promise<ExitName> {
  const open = await findUpgrade(directory)
  if (!open) throw new CommandError('not_found', 'No upgrade is open.')
  await recordUpgrade(directory, open.id, 'abandoned')
  output.result(
    { version: open.version, schema_level: open.schema_level, status: 'abandoned' },
    `Gave up the upgrade to ${describeGoal(open)}. The cells stay as they are.`,
  )
  return 'ok'
}

function readWaiting({ soak, timeout }: Options) {
  return { soakMs: readDuration('--soak', soak), timeoutMs: readDuration('--timeout', timeout) }
}

function readDuration(name: string, text: unknown): number {
  const ms = readDurationMs(String(text))
  if (ms !== undefined) return ms
  throw new CommandError('usage', `${name} must be ${durationForm}, such as 2m.`)
}

function readWaves({ canary, waveSize }: Options): WaveOptions {
  const size = Number(waveSize)
  if (!Number.isInteger(size) || size < 1 || size > MAX_WAVE) {
    throw new CommandError('usage', `--wave-size must be a number from 1 to ${MAX_WAVE}.`)
  }
  return { canary: Array.isArray(canary) ? canary.map(String) : undefined, waveSize: size }
}

function checkCanary(options: WaveOptions, cells: readonly Cell[]): WaveOptions {
  const unknown = options.canary?.find((name) => !cells.some((cell) => cell.name === name))
  if (unknown === undefined) return options
  throw new CommandError(
    'not_found',
    `Cell "${unknown}" does not exist in the directory, or is closed. List cells with: task-service cell list`,
  )
}

function openTools(
  { note }: Output,
  options: Options,
  facts: { cells: readonly Cell[]; directoryUrl: string; timeoutMs: number },
): UpgradeTools {
  const { envDir, run, check, schemaOnly } = options
  const { cells, directoryUrl, timeoutMs } = facts
  if (typeof envDir !== 'string' && (typeof run !== 'string' || schemaOnly)) {
    throw new CommandError(
      'usage',
      'Add --env-dir <folder> with the environment of each cell, or --run <program> that migrates and replaces a cell.',
    )
  }
  const environments =
    typeof envDir === 'string' ? openCellEnvironments(envDir, { directoryUrl, note }) : undefined
  environments?.verify(cells)
  const running = (program: unknown) =>
    typeof program === 'string'
      ? (cell: Cell, goal: UpgradeGoal) => runProgram(program, { cell, goal, timeoutMs })
      : null
  return {
    schema: environments?.schema ?? null,
    replace: running(run),
    check: running(check),
    probe: askReady,
    note,
  }
}

type Planned = {
  goal: UpgradeGoal
  cells: readonly Cell[]
  waves: readonly (readonly string[])[]
  tools: UpgradeTools
  open: Upgrade | undefined
  directory: Directory
}

async function showPlan(output: Output, planned: Planned): Promise<ExitName> {
  const { goal, cells, waves, tools, open, directory } = planned
  const places = open ? await listUpgradeCells(directory, open.id) : []
  const rows = []
  for (const [wave, names] of waves.entries()) {
    for (const name of names) {
      const cell = cells.find((one) => one.name === name)
      if (!cell) continue
      const place = places.find((one) => one.cell === name)
      rows.push({
        cell: name,
        wave: (place?.wave ?? wave) + 1,
        step: place?.step ?? 'pending',
        tenants: cell.tenants,
        ...(await foresee(tools, cell, goal)),
      })
    }
  }
  rows.sort((a, b) => a.wave - b.wave)
  output.result({ ...goal, dry_run: true, cells: rows }, [
    ...table(
      ['WAVE', 'CELL', 'TENANTS', 'STEP', 'MIGRATIONS', 'STATE'],
      rows.map((row) => [
        String(row.wave),
        row.cell,
        String(row.tenants),
        row.step,
        row.pending === null ? 'unknown' : String(row.pending.length),
        row.fault ?? (row.keeps_serving === false ? 'downtime' : 'ready'),
      ]),
    ),
    `Upgrade to ${describeGoal(goal)}. Nothing was changed.`,
  ])
  return rows.some(({ fault }) => fault !== null) ? 'unhealthy' : 'ok'
}

async function foresee(tools: UpgradeTools, cell: Cell, goal: UpgradeGoal) {
  const unhealthy = await findFault(tools, cell, 'any')
  const isCurrent = unhealthy === null && (await findFault(tools, cell, goal)) === null
  try {
    const plan = (await tools.schema?.plan(cell)) ?? null
    return {
      pending: plan?.pending ?? null,
      keeps_serving: plan === null || plan.pending.length === 0 ? true : plan.keepsServing,
      is_current: isCurrent && (plan?.pending.length ?? 0) === 0,
      fault: unhealthy,
    }
  } catch (error) {
    if (!(error instanceof CellFailed)) throw error
    return { pending: null, keeps_serving: null, is_current: false, fault: error.message }
  }
}

async function report(
  output: Output,
  directory: Directory,
  { id, version, schema_level }: Upgrade,
): Promise<ExitName> {
  const open = await findUpgrade(directory)
  const places = await listUpgradeCells(directory, id)
  const cells = places.map(({ wave, ...rest }) => ({ ...rest, wave: wave + 1 }))
  const status = open ? (open.status === 'failed' ? 'failed' : 'paused') : 'done'
  output.result({ version, schema_level, status, cells }, [
    ...table(
      ['WAVE', 'CELL', 'STEP'],
      cells.map(({ wave, cell, step }) => [String(wave), cell, step]),
    ),
    ...cells.flatMap(({ cell, error }) => (error === null ? [] : [`${cell}: ${error}`])),
    SUMMARIES[status],
  ])
  return status === 'failed' ? 'unhealthy' : 'ok'
}

const SUMMARIES = {
  done: 'All cells are upgraded.',
  paused:
    'Paused after the canary. To continue, run the command again without --pause-after-canary.',
  failed: 'Stopped: no other cell was begun. Fix the cause, then run the same command again.',
} as const
