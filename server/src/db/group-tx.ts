// Statements for several tenants in one transaction: row-level security admits only the tenants it names.
import { type OneTripOptions, prepared, runOneTripTx } from './one-trip-tx.ts'
import type { Sql } from './sql.ts'

export type GroupTxOptions = OneTripOptions & { tenantIds: readonly string[] }

/** Returns the rows of the last statement. */
export async function runGroupTx<Row>(
  options: GroupTxOptions,
  statements: readonly Sql[],
): Promise<Row[]> {
  const setTenants = {
    name: 'set-tenants',
    // Every row is looked up by its key. For a small table the planner would scan all of it and lock every row it reads.
    text: `select set_config('app.tenant_ids', $1, true), set_config('enable_seqscan', 'off', true)`,
    values: [`{${options.tenantIds.join(',')}}`],
  }
  return runOneTripTx(options, [setTenants, ...statements.map(prepared)])
}
