// `directory migrate`, `cell …` and `fleet status`: the cells of a fleet, for operators.

import { loadConfig } from '#config/load.ts'
import {
  addCell,
  CELL_STATUSES,
  type Cell,
  type CellStatus,
  changeCell,
  getCell,
  listCells,
  removeCell,
} from '#fleet/directory/cells.ts'
import { migrateDirectory } from '#fleet/directory/migrate-directory.ts'
import { listMoves, type Move } from '#fleet/directory/moves.ts'
import { readRevision } from '#fleet/directory/open-directory.ts'
import {
  findUpgrade,
  listUpgradeCells,
  type Upgrade,
  type UpgradeCell,
} from '#fleet/directory/upgrades.ts'
import { CommandError } from '../exit-codes.ts'
import { type Output, table } from '../output.ts'
import { getDirectoryUrl, withDirectorySession } from './directory-session.ts'

type Options = Record<string, unknown>

export async function directoryMigrate(output: Output): Promise<undefined> {
  const { applied } = await migrateDirectory(getDirectoryUrl(loadConfig({ needs: [] })))
  output.result(
    { applied },
    applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The directory is up to date.',
  )
}

export async function cellAdd(output: Output, options: Options, [name = '']: string[]) {
  const fields = readFields(options)
  const { backends } = fields
  if (!backends) {
    throw new CommandError('usage', 'Add at least one --backend, such as 10.0.0.11:8001.')
  }
  return withDirectorySession(async (directory) => {
    await addCell(directory, name, { ...fields, backends })
    output.result(describe(await getCell(directory, name)), `Added cell ${name}.`)
    return undefined
  })
}

export async function cellList(output: Output): Promise<undefined> {
  return withDirectorySession(async (directory) => {
    const cells = await listCells(directory)
    output.result(
      { cells: cells.map(describe) },
      table(
        ['CELL', 'STATUS', 'TENANTS', 'BACKENDS', 'NOTE'],
        cells.map((cell) => [
          cell.name,
          cell.status,
          String(cell.tenants),
          cell.backends.join(','),
          cell.note,
        ]),
      ),
    )
    return undefined
  })
}

export async function cellShow(output: Output, _options: Options, [name = '']: string[]) {
  return withDirectorySession(async (directory) => {
    const cell = describe(await getCell(directory, name))
    output.result(
      cell,
      table(
        ['FIELD', 'VALUE'],
        Object.entries(cell).map(([field, value]) => [field, String(value ?? '')]),
      ),
    )
    return undefined
  })
}

export async function cellUpdate(output: Output, options: Options, [name = '']: string[]) {
  const fields = readFields(options)
  return withDirectorySession(async (directory) => {
    await changeCell(directory, name, fields)
    output.result(describe(await getCell(directory, name)), `Updated cell ${name}.`)
    return undefined
  })
}

export async function cellRemove(output: Output, _options: Options, [name = '']: string[]) {
  return withDirectorySession(async (directory) => {
    await getCell(directory, name)
    await removeCell(directory, name)
    output.result({ cell: name }, `Removed cell ${name}.`)
    return undefined
  })
}

export async function fleetStatus(output: Output): Promise<undefined> {
  return withDirectorySession(async (directory) => {
    const revision = await readRevision(directory)
    const cells = (await listCells(directory)).map(describe)
    const tenants = cells.reduce((sum, cell) => sum + cell.tenants, 0)
    const moves = await listMoves(directory)
    const upgrade = await findUpgrade(directory)
    const upgraded = upgrade ? await listUpgradeCells(directory, upgrade.id) : []
    const shown = upgrade ? { ...upgrade, cells: upgraded } : null
    output.result({ revision, tenants, cells, moves: moves.map(describeMove), upgrade: shown }, [
      ...table(
        ['CELL', 'STATUS', 'VERSION', 'LEVEL', 'TENANTS', 'CLAIMS', 'REPORTED'],
        cells.map((cell) => [
          cell.name,
          cell.status,
          cell.version ?? 'unknown',
          cell.schema_level === null ? 'unknown' : String(cell.schema_level).padStart(4, '0'),
          String(cell.tenants),
          String(cell.claims),
          cell.reported_at ?? 'never',
        ]),
      ),
      `Revision ${revision}, ${cells.length} cells, ${tenants} tenants.`,
      ...moves.map(
        ({ slug, from_cell: from, to_cell: to, step }) =>
          `Move of ${slug} from ${from} to ${to}: ${step}.`,
      ),
      ...(upgrade ? describeUpgrade(upgrade, upgraded) : []),
    ])
    return undefined
  })
}

function describeUpgrade({ version, status }: Upgrade, cells: readonly UpgradeCell[]): string[] {
  const ended = cells.filter(({ step }) => step === 'done' || step === 'skipped').length
  return [
    `Upgrade to ${version}: ${status}, ${ended} of ${cells.length} cells. To continue, run: task-service fleet upgrade`,
    ...cells.flatMap(({ cell, step, error }) =>
      error === null ? [] : [`Upgrade of ${cell}: ${step}. ${error}`],
    ),
  ]
}

function describeMove({ slug, from_cell: from, to_cell: to, step, started_at: at }: Move) {
  return { slug, from, to, step, started_at: at.toISOString() }
}

function describe(cell: Cell) {
  return { ...cell, reported_at: cell.reported_at?.toISOString() ?? null }
}

function readFields(options: Options) {
  const { backend, status, note } = options
  return {
    ...(Array.isArray(backend) && { backends: backend.map((each) => String(each).toLowerCase()) }),
    ...(status !== undefined && { status: readStatus(status) }),
    ...(typeof note === 'string' && { note }),
  }
}

function readStatus(status: unknown): CellStatus {
  const known = CELL_STATUSES.find((each) => each === status)
  if (known) return known
  throw new CommandError('usage', `--status must be one of ${CELL_STATUSES.join(', ')}.`)
}
