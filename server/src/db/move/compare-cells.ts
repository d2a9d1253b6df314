// Compares what both cells had of a tenant at the switch. Their snapshots are taken while it cannot change, and read later, so that
// nothing waits for it.
import type { Client } from 'pg'
import { roleNames } from '#db/roles.ts'
import { addTo, emptyTotal, SNAPSHOT, type Sum, sumOf, toFingerprint } from '../operate/row-sums.ts'
import { takeRole } from '../operate/take-fingerprint.ts'
import { comparedColumns, FENCES, type MoveTable } from './move-tables.ts'

export type Difference = { table: string; source: number; target: number }

/** Everything up to the snapshot, so that taking it needs one statement. */
export async function prepareSnapshot(client: Client, rolePrefix: string): Promise<void> {
  await client.query('rollback')
  await client.query(SNAPSHOT)
  await client.query('set local row_security = on')
  await takeRole(client, roleNames(rolePrefix).app)
}

/** From here on the connection sees this state, under row-level security. It has no transaction ID, so no event waits for it. */
export async function takeSnapshot(client: Client, tenantId: string): Promise<void> {
  await client.query(`select set_config('app.tenant_id', $1, true)`, [tenantId])
}

/** Of connections that hold a snapshot. */
export async function compareCells(
  source: Client,
  target: Client,
  tables: readonly MoveTable[],
): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const table of tables) {
    if (table.name === FENCES) continue
    const [before, after] = await Promise.all([sumTable(source, table), sumTable(target, table)])
    if (before.digest === after.digest) continue
    differences.push({ table: table.name, source: before.rows, target: after.rows })
  }
  return differences
}

async function sumTable(client: Client, table: MoveTable) {
  const { rows } = await client.query<Sum>(
    sumOf([{ name: table.name, columns: comparedColumns(table) }]),
  )
  const total = emptyTotal()
  for (const sum of rows) addTo(total, sum)
  return toFingerprint(table.name, total)
}
