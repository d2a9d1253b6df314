// Statements for several tenants in one transaction: row-level security admits only the tenants it names.
import {
  type OneTripOptions,
  prepared,
  runOneTripTx,
  runTwoTripTx,
  type TwoTrips,
} from './one-trip-tx.ts'
import type { Sql } from './sql.ts'

export type GroupTxOptions = OneTripOptions & { tenantIds: readonly string[] }

/** Returns the rows of the last statement. */
export async function runGroupTx<Row>(
  options: GroupTxOptions,
  statements: readonly Sql[],
): Promise<Row[]> {
  return runOneTripTx(options, [setTenants(options), ...statements.map(prepared)])
}

/** Returns what `decide` made of the rows that were read, once its statements are committed. */
export function runGroupDecision<Rows extends unknown[][], T>(
  options: GroupTxOptions,
  { reads, decide }: TwoTrips<Rows, T>,
): Promise<T> {
  return runTwoTripTx(options, setTenants(options, JOINS_BY_KEY), { reads, decide })
}

/** Otherwise a join with a few keys would read all rows of the tenants. */
const JOINS_BY_KEY = ['hashjoin', 'mergejoin', 'material', 'bitmapscan']
  .map((name) => `, set_config('enable_${name}', 'off', true)`)
  .join('')

function setTenants({ tenantIds }: GroupTxOptions, more = '') {
  return {
    name: more ? 'set-tenants-joins' : 'set-tenants',
    // Every row is looked up by its key. For a small table the planner would scan all of it and lock every row it reads.
    text: `select set_config('app.tenant_ids', $1, true), set_config('enable_seqscan', 'off', true)${more}`,
    values: [`{${tenantIds.join(',')}}`],
  }
}
