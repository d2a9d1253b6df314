// Statements for several tenants in one transaction: row security admits the tenants it names and no others.
import { type OneTripOptions, prepared, runOneTripTx } from './one-trip-tx.ts'
import type { Sql } from './sql.ts'

export type GroupTxOptions = OneTripOptions & { tenantIds: readonly string[] }

/** Gives the rows of the last statement. */
export async function runGroupTx<Row>(
  options: GroupTxOptions,
  statements: readonly Sql[],
): Promise<Row[]> {
  const setTenants = {
    name: 'set-tenants',
    // Every row is looked up by its key. While a table is small, the planner would read all of it and lock as it goes.
    text: `select set_config('app.tenant_ids', $1, true), set_config('enable_seqscan', 'off', true)`,
    values: [`{${options.tenantIds.join(',')}}`],
  }
  return runOneTripTx(options, [setTenants, ...statements.map(prepared)])
}
