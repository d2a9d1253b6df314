// The cells of a fleet: where their processes listen, and whether they take new tenants.
import type { Reader } from '#db/reader.ts'
import { sql } from '#db/sql.ts'
import { codeOf, UNIQUE_VIOLATION } from '#lib/database-failure.ts'
import { cellUnknown, DirectoryRefused } from './directory-refused.ts'
import type { Directory } from './open-directory.ts'

export const CELL_STATUSES = ['active', 'draining', 'closed'] as const
export type CellStatus = (typeof CELL_STATUSES)[number]

export type Cell = {
  name: string
  /** `host:port` of its processes. */
  backends: string[]
  status: CellStatus
  note: string
  version: string | null
  schema_level: number | null
  reported_at: Date | null
  /** With a host in the maps. */
  tenants: number
  /** Slugs reserved by a `tenant create` that has not finished. */
  claims: number
}

export type CellFields = { backends: readonly string[]; status?: CellStatus; note?: string }

const NAME = /^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/
const MAX_BACKENDS = 100
const MAX_NOTE = 500
/** Goes into the configuration of proxies, so nothing else may pass. */
const BACKEND = /^(?:[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:]{2,39}\]):([1-9]\d{0,4})$/

const columns = sql`name, backends, status, note, version, schema_level, reported_at,
  (select count(*)::int from directory.tenants t where t.cell = c.name and t.status <> 'claimed') as tenants,
  (select count(*)::int from directory.tenants t where t.cell = c.name and t.status = 'claimed') as claims`

export function listCells(directory: Reader): Promise<Cell[]> {
  return directory.rows<Cell>(sql`select ${columns} from directory.cells c order by name`)
}

export async function getCell(directory: Reader, name: string): Promise<Cell> {
  const [cell] = await directory.rows<Cell>(
    sql`select ${columns} from directory.cells c where name = ${name}`,
  )
  if (!cell) throw cellUnknown(name)
  return cell
}

export async function addCell(directory: Reader, name: string, fields: CellFields): Promise<void> {
  if (!NAME.test(name)) {
    throw new DirectoryRefused(
      'invalid',
      `"${name}" is not a valid cell name. Use 1 to 32 lowercase letters, digits and hyphens; start with a letter.`,
    )
  }
  refuseFields(fields)
  try {
    await directory.rows(sql`
      insert into directory.cells (name, backends, note)
      values (${name}, ${fields.backends}, ${fields.note ?? ''})`)
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    throw new DirectoryRefused(
      'conflict',
      `Cell "${name}" already exists. Change it with: task-service cell update ${name}`,
    )
  }
}

/** Locks the cell: a tenant that is being claimed for it is either counted or refused. */
export async function changeCell(
  directory: Directory,
  name: string,
  fields: Partial<CellFields>,
): Promise<void> {
  refuseFields(fields)
  return directory.change(async () => {
    await lockCell(directory, name)
    const cell = await getCell(directory, name)
    if (fields.status === 'closed') refuseTenants(cell, 'closed')
    await directory.rows(sql`
      update directory.cells set backends = ${fields.backends ?? cell.backends},
        status = ${fields.status ?? cell.status}, note = ${fields.note ?? cell.note}, updated_at = now()
      where name = ${name}`)
  })
}

export function removeCell(directory: Directory, name: string): Promise<void> {
  return directory.change(async () => {
    await lockCell(directory, name)
    refuseTenants(await getCell(directory, name), 'removed')
    await directory.rows(sql`delete from directory.cells where name = ${name}`)
  })
}

/** What the cell says about itself. Cells with different identities are no fleet. */
export function reportCell(
  directory: Directory,
  name: string,
  facts: { version: string; schemaLevel: number; instanceId: string },
): Promise<void> {
  return directory.change(async () => {
    const [fleet] = await directory.rows<{ instance_id: string }>(sql`
      update directory.fleet set instance_id = coalesce(instance_id, ${facts.instanceId})
      returning instance_id`)
    if (fleet?.instance_id !== facts.instanceId) {
      throw new DirectoryRefused(
        'conflict',
        `Cell "${name}" has another identity than the fleet: API keys and secrets of tenants would not be valid in both. Start from an empty database with: task-service migrate --join <file>`,
      )
    }
    const reported = await directory.rows(sql`
      update directory.cells set version = ${facts.version}, schema_level = ${facts.schemaLevel},
        reported_at = now()
      where name = ${name} returning 1`)
    if (reported.length === 0) throw cellUnknown(name)
  })
}

async function lockCell(directory: Reader, name: string): Promise<void> {
  await directory.rows(sql`select from directory.cells where name = ${name} for update`)
}

function refuseTenants({ name, tenants, claims }: Cell, change: string): void {
  if (tenants + claims === 0) return
  throw new DirectoryRefused(
    'conflict',
    `Cell "${name}" has ${tenants} tenants and ${claims} claims, so it cannot be ${change}.`,
  )
}

function refuseFields({ backends, note }: Partial<CellFields>): void {
  const wrong = backends?.find((backend) => !isBackend(backend))
  if (wrong !== undefined) {
    throw new DirectoryRefused(
      'invalid',
      `"${wrong}" is not an address of a process. Write host:port, such as 10.0.0.11:8001.`,
    )
  }
  if (backends && (backends.length === 0 || backends.length > MAX_BACKENDS)) {
    throw new DirectoryRefused('invalid', `A cell needs 1 to ${MAX_BACKENDS} backends.`)
  }
  if (note !== undefined && note.length > MAX_NOTE) {
    throw new DirectoryRefused(
      'invalid',
      `The note is too long: ${note.length} characters, maximum ${MAX_NOTE}.`,
    )
  }
}

function isBackend(text: string): boolean {
  return Number(BACKEND.exec(text)?.[2]) <= 65_535
}
