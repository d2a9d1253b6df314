// One statement for several tenants in one transaction: row security admits the tenants it names and no others.
import type { Pool } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { watchForUnsafeCommit } from './tenant-tx.ts'

/**
 * Begin, tenants, statement and commit are sent together: one round trip for everything. If an earlier one fails, the
 * transaction is aborted and the commit answers ROLLBACK.
 */
export async function runGroupTx<Row>(
  pool: Pool,
  tenantIds: readonly string[],
  statement: Sql,
): Promise<Row[]> {
  const client = await pool.connect()
  const warning = watchForUnsafeCommit(client)
  const name = statementName(statement.text)
  const sent = [
    client.query('begin'),
    client.query({
      name: 'set-tenants',
      text: `select set_config('app.tenant_ids', $1, true)`,
      values: [`{${tenantIds.join(',')}}`],
    }),
    client.query({ text: statement.text, values: statement.values, ...(name && { name }) }),
    client.query('commit'),
  ]
  const results = await Promise.allSettled(sent)
  warning.stop()
  const [failure] = results.flatMap((result) => (result.status === 'rejected' ? [result] : []))
  const end = results[3]
  const lost = end?.status !== 'fulfilled'
  client.release(lost ? new Error('the connection was lost') : undefined)
  if (lost) throw new DatabaseUnavailable('the connection was lost', { cause: failure?.reason })
  if (failure) throw failure.reason
  if (end.value.command !== 'COMMIT') throw new DatabaseUnavailable('the group was rolled back')
  if (warning.seen) throw new DatabaseUnavailable('the commit may not have been replicated')
  const answer = results[2]
  return answer?.status === 'fulfilled' ? (answer.value.rows as Row[]) : [] // the caller names the row type beside its statement
}
