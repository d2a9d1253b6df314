// Statements for several tenants in one transaction: row-level security admits only the tenants it names.

import { toTenantMoving } from '#lib/database-failure.ts'
import {
  type OneTripOptions,
  prepared,
  runOneTripTx,
  runTwoTripTx,
  type TwoTrips,
} from './one-trip-tx.ts'
import type { Sql } from './sql.ts'

export type GroupTxOptions = OneTripOptions & { tenantIds: readonly string[] }

/** Returns the rows of the last statement. Rejects with `TenantMoving` if one of the tenants is being moved. */
export async function runGroupTx<Row>(
  options: GroupTxOptions,
  statements: readonly Sql[],
): Promise<Row[]> {
  return naming(runOneTripTx(options, [setTenants(options), ...statements.map(prepared)]))
}

/** The same for statements that only read. Tenants that are being moved can be read. */
export function runGroupRead<Row>(
  options: GroupTxOptions,
  statements: readonly Sql[],
): Promise<Row[]> {
  const setting = setTenants(options, { isRead: true })
  return runOneTripTx(options, [setting, ...statements.map(prepared)])
}

async function naming<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw toTenantMoving(error) ?? error
  }
}

/** Returns what `decide` made of the rows that were read, once its statements are committed. */
export function runGroupDecision<Rows extends unknown[][], T>(
  options: GroupTxOptions,
  { reads, decide }: TwoTrips<Rows, T>,
): Promise<T> {
  return naming(runTwoTripTx(options, setTenants(options, { joinsByKey: true }), { reads, decide }))
}

/** Otherwise a join with a few keys would read all rows of the tenants. */
const JOINS_BY_KEY = ['hashjoin', 'mergejoin', 'material', 'bitmapscan']
  .map((name) => `, set_config('enable_${name}', 'off', true)`)
  .join('')

const ADMIT = ', (select count(admit_write(id)) from unnest($1::uuid[]) as id)'

function setTenants(
  { tenantIds }: GroupTxOptions,
  { isRead = false, joinsByKey = false }: { isRead?: boolean; joinsByKey?: boolean } = {},
) {
  const more = `${isRead ? '' : ADMIT}${joinsByKey ? JOINS_BY_KEY : ''}`
  return {
    name: `set-tenants${isRead ? '-read' : ''}${joinsByKey ? '-joins' : ''}`,
    // Every row is looked up by its key. For a small table the planner would scan all of it and lock every row it reads.
    text: `select set_config('app.tenant_ids', $1, true), set_config('enable_seqscan', 'off', true)${more}`,
    values: [`{${tenantIds.join(',')}}`],
  }
}
