// Copies the rows that a tenant has in one snapshot, in small transactions: a long one would hold back the events of all tenants of
// the target.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { insertRows, type MoveTable, selectRows } from './move-tables.ts'

export type CopyProgress = { table: string; done: number; total: number }

export type CopyOptions = {
  source: Client
  target: Client
  tables: readonly MoveTable[]
  tenantId: string
  /** Exported by the connection that created the slot. */
  snapshot: string
  onProgress: (progress: CopyProgress) => void
}

/** Rows of one transaction at the target. */
const STEP_ROWS = 5_000
const STEP_CHARACTERS = 4 * 1024 * 1024
const PAGE_ROWS = 1_000
const PAGE_LARGE_ROWS = 10
/** Other tenants have the servers for as long as each step took, up to this. */
const LONGEST_PAUSE_MS = 250

/** Returns the number of rows. Triggers and foreign keys do not apply: the source has checked them. */
export async function copyTenant(options: CopyOptions): Promise<number> {
  const { source, target, tables, tenantId, snapshot, onProgress } = options
  await source.query('begin isolation level repeatable read read only')
  await source.query(`set transaction snapshot ${source.escapeLiteral(snapshot)}`)
  await target.query('set session_replication_role = replica')
  try {
    const total = await countRows(source, tables, tenantId)
    let done = 0
    for (const table of tables) {
      for await (const rows of readSteps(source, table, tenantId)) {
        const startedAt = performance.now()
        await target.query(insertRows(table), [`[${rows.join(',')}]`])
        done += rows.length
        onProgress({ table: table.name, done, total })
        await sleep(Math.min(LONGEST_PAUSE_MS, performance.now() - startedAt))
      }
    }
    await source.query('commit')
    return done
  } finally {
    await target.query('reset session_replication_role')
  }
}

export async function countRows(
  client: Client,
  tables: readonly MoveTable[],
  tenantId: string,
): Promise<number> {
  const counts = tables.map(
    ({ name }) => `select count(*) as rows from public."${name}" where tenant_id = $1`,
  )
  const { rows } = await client.query<{ rows: number }>(
    `select sum(rows)::float8 as rows from (${counts.join(' union all ')}) as counted`,
    [tenantId],
  )
  return rows[0]?.rows ?? 0
}

async function* readSteps(
  source: Client,
  table: MoveTable,
  tenantId: string,
): AsyncGenerator<string[]> {
  await source.query(`declare page no scroll cursor for ${selectRows(table)}`, [tenantId])
  const pageSize = table.hasLargeRows ? PAGE_LARGE_ROWS : PAGE_ROWS
  let step: string[] = []
  let characters = 0
  for (;;) {
    const { rows } = await source.query<{ line: string }>(`fetch ${pageSize} from page`)
    for (const { line } of rows) {
      step.push(line)
      characters += line.length
      if (step.length < STEP_ROWS && characters < STEP_CHARACTERS) continue
      yield step
      step = []
      characters = 0
    }
    if (rows.length < pageSize) break
  }
  if (step.length > 0) yield step
  await source.query('close page')
}

/** Otherwise the first requests at the target would be planned as if the tables were empty. */
export async function analyzeTables(target: Client, tables: readonly MoveTable[]): Promise<void> {
  for (const { name } of tables) await target.query(`analyze public."${name}"`)
}
