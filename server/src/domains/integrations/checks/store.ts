// SQL of what was found out about a connection, in the row of its integration.
import type { Mapping, SyncError } from '@task-service/contract'
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type Findings = {
  self: { id: string; name: string } | null
  server: { name: string; version?: string } | null
  mapping: Mapping
  checked_at: Date | null
  problem: string | null
  problem_detail: Partial<SyncError> | null
  problem_since: Date | null
  failures: number
  due_at: Date | null
}

const json = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** No user changed anything, so the version stays. */
export async function saveFindings(tx: Tx, id: string, row: Findings): Promise<void> {
  await tx.rows(sql`
    update integrations set self = ${json(row.self)}, server = ${json(row.server)}, mapping = ${json(row.mapping)},
      checked_at = ${row.checked_at}, problem = ${row.problem}, problem_detail = ${json(row.problem_detail)},
      problem_since = ${row.problem_since}, failures = ${row.failures}, due_at = ${row.due_at}
    where ${tx.mine()} and id = ${id}`)
}
