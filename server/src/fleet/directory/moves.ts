// Moves of tenants between cells, step by step: what a later command needs to finish an interrupted one or to undo it.
import type { Reader } from '#db/reader.ts'
import { type Sql, sql } from '#db/sql.ts'
import { codeOf, UNIQUE_VIOLATION } from '#lib/database-failure.ts'
import { getCell } from './cells.ts'
import { DirectoryRefused } from './directory-refused.ts'
import { type Directory, raiseRevision } from './open-directory.ts'
import { findPlacement } from './placements.ts'

export type MoveStep = 'copying' | 'following' | 'switching' | 'kept' | 'purged' | 'undone'

export type Move = {
  id: string
  tenant_id: string
  slug: string
  from_cell: string
  to_cell: string
  step: MoveStep
  tenant_status: 'active' | 'suspended'
  rows_copied: number
  fenced_ms: number | null
  is_equal: boolean | null
  started_at: Date
  updated_at: Date
}

const columns = sql`id, tenant_id, slug, from_cell, to_cell, step, tenant_status, rows_copied::float8 as rows_copied,
  fenced_ms, is_equal, started_at, updated_at`

/** The move of the tenant that has not ended. */
export async function findMove(directory: Reader, slug: string): Promise<Move | undefined> {
  const [move] = await directory.rows<Move>(sql`
    select ${columns} from directory.moves where slug = ${slug} and step not in ('purged', 'undone')`)
  return move
}

export function listMoves(directory: Reader): Promise<Move[]> {
  return directory.rows<Move>(sql`
    select ${columns} from directory.moves where step not in ('purged', 'undone') order by started_at`)
}

/** The host keeps leading to the source. */
export async function beginMove(
  directory: Directory,
  wanted: { slug: string; tenantId: string; to: string; status: Move['tenant_status'] },
): Promise<Move> {
  const { slug, tenantId, to } = wanted
  return directory.change(async () => {
    const placement = await findPlacement(directory, slug)
    if (placement?.status !== 'active' || placement.tenant_id !== tenantId) {
      throw new DirectoryRefused(
        'conflict',
        `The directory does not have "${slug}" as an active tenant with this internal ID. Run in its cell: task-service cell reconcile`,
      )
    }
    const target = await getCell(directory, to)
    if (target.status !== 'active' || placement.cell === to) {
      throw new DirectoryRefused(
        'conflict',
        placement.cell === to
          ? `"${slug}" is already in the cell "${to}".`
          : `Cell "${to}" is ${target.status} and accepts no tenants.`,
      )
    }
    await directory.rows(sql`
      update directory.tenants set status = 'moving', updated_at = now() where slug = ${slug}`)
    return insertMove(directory, wanted, placement.cell)
  })
}

async function insertMove(
  directory: Directory,
  { slug, tenantId, to, status }: Parameters<typeof beginMove>[1],
  from: string,
): Promise<Move> {
  try {
    const [move] = await directory.rows<Move>(sql`
      insert into directory.moves (tenant_id, slug, from_cell, to_cell, tenant_status)
      values (${tenantId}, ${slug}, ${from}, ${to}, ${status}) returning ${columns}`)
    if (!move) throw new Error('the move was not stored')
    return move
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    throw new DirectoryRefused(
      'conflict',
      `An earlier move of "${slug}" has not ended. Delete what it left in its previous cell with: task-service tenant move ${slug} --purge`,
    )
  }
}

export async function recordStep(
  directory: Reader,
  move: Pick<Move, 'id'>,
  step: MoveStep,
): Promise<void> {
  await update(directory, move, sql`step = ${step}`)
}

export async function recordCopied(
  directory: Reader,
  move: Pick<Move, 'id'>,
  rows: number,
): Promise<void> {
  await update(directory, move, sql`rows_copied = ${rows}`)
}

export async function recordComparison(
  directory: Reader,
  move: Pick<Move, 'id'>,
  isEqual: boolean,
): Promise<void> {
  await update(directory, move, sql`is_equal = ${isEqual}`)
}

export async function recordFence(
  directory: Reader,
  move: Pick<Move, 'id'>,
  milliseconds: number,
): Promise<void> {
  await update(directory, move, sql`fenced_ms = ${Math.round(milliseconds)}`)
}

async function update(directory: Reader, { id }: Pick<Move, 'id'>, change: Sql): Promise<void> {
  await directory.rows(
    sql`update directory.moves set ${change}, updated_at = now() where id = ${id}`,
  )
}

/** The host leads to the target. Safe to repeat. */
export async function switchHost(directory: Directory, move: Move): Promise<void> {
  await directory.change(async () => {
    const revision = await raiseRevision(directory)
    await directory.rows(sql`
      update directory.tenants set cell = ${move.to_cell}, status = 'active', revision = ${revision}, updated_at = now()
      where slug = ${move.slug} and tenant_id = ${move.tenant_id} and status = 'moving'`)
  })
}

/** Ends a move before the switch: the tenant stays where it is. */
export async function abandonMove(directory: Directory, move: Move): Promise<void> {
  await directory.change(async () => {
    await directory.rows(sql`
      update directory.tenants set status = 'active', updated_at = now()
      where slug = ${move.slug} and tenant_id = ${move.tenant_id} and status = 'moving'`)
    await recordStep(directory, move, 'undone')
  })
}

/** Only one command works on a move. Ends with the connection to the directory. False if another one has it. */
export async function holdMove(directory: Reader, slug: string): Promise<boolean> {
  const [lock] = await directory.rows<{ is_ours: boolean }>(
    sql`select pg_try_advisory_lock(${MOVE_LOCK}, hashtext(${slug})) as is_ours`,
  )
  return lock?.is_ours === true
}

/** Any constant does, as long as nothing else in that database uses it. */
const MOVE_LOCK = 7_264_096
