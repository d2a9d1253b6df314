// Upgrades of the fleet: which cell is in which wave and at which step, so that an interrupted upgrade can continue.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import type { Directory } from './open-directory.ts'

export type UpgradeStep =
  | 'pending'
  | 'migrating'
  | 'replacing'
  | 'waiting'
  | 'soaking'
  | 'done'
  | 'skipped'
  | 'failed'

/** What the cells have afterwards. */
export type UpgradeGoal = { version: string; schema_level: number; schema_only: boolean }

export type Upgrade = UpgradeGoal & {
  id: string
  status: 'running' | 'failed' | 'done' | 'abandoned'
  started_at: Date
  updated_at: Date
}

export type UpgradeCell = { cell: string; wave: number; step: UpgradeStep; error: string | null }

const columns = sql`id, version, schema_level, schema_only, status, started_at, updated_at`

/** The one that has not ended. */
export async function findUpgrade(directory: Reader): Promise<Upgrade | undefined> {
  const [upgrade] = await directory.rows<Upgrade>(sql`
    select ${columns} from directory.upgrades where status in ('running', 'failed')`)
  return upgrade
}

export async function beginUpgrade(directory: Directory, goal: UpgradeGoal): Promise<Upgrade> {
  const [upgrade] = await directory.rows<Upgrade>(sql`
    insert into directory.upgrades (version, schema_level, schema_only)
    values (${goal.version}, ${goal.schema_level}, ${goal.schema_only}) returning ${columns}`)
  if (!upgrade) throw new Error('the upgrade was not inserted')
  return upgrade
}

/** Cells that have a place keep it: an upgrade that continues has the waves it began with. */
export async function placeCells(
  directory: Reader,
  id: string,
  waves: readonly (readonly string[])[],
): Promise<void> {
  const places = waves.flatMap((names, wave) => names.map((cell) => ({ cell, wave })))
  await directory.rows(sql`
    insert into directory.upgrade_cells (upgrade_id, cell, wave)
    select ${id}, p.cell, p.wave from json_to_recordset(${JSON.stringify(places)}) as p (cell text, wave int)
    on conflict do nothing`)
}

export function listUpgradeCells(directory: Reader, id: string): Promise<UpgradeCell[]> {
  return directory.rows<UpgradeCell>(sql`
    select cell, wave, step, error from directory.upgrade_cells where upgrade_id = ${id}
    order by wave, cell`)
}

export async function recordStep(
  directory: Reader,
  place: { id: string; cell: string },
  step: UpgradeStep,
): Promise<void> {
  await directory.rows(sql`
    update directory.upgrade_cells set step = ${step}, error = null, updated_at = now()
    where upgrade_id = ${place.id} and cell = ${place.cell}`)
}

/** A cell in which nothing was changed stays pending, so the next run checks it as if for the first time. */
export async function recordFailure(
  directory: Reader,
  place: { id: string; cell: string },
  error: string,
): Promise<void> {
  await directory.rows(sql`
    update directory.upgrade_cells
    set step = case step when 'pending' then 'pending' else 'failed' end, error = ${error}, updated_at = now()
    where upgrade_id = ${place.id} and cell = ${place.cell}`)
}

export async function recordUpgrade(
  directory: Reader,
  id: string,
  status: Upgrade['status'],
): Promise<void> {
  await directory.rows(sql`
    update directory.upgrades set status = ${status}, updated_at = now() where id = ${id}`)
}
