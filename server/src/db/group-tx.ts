// One statement for several tenants in one transaction: row security admits the tenants it names and no others.
import type { Pool, PoolClient, QueryResult } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { watchForUnsafeCommit, within } from './tenant-tx.ts'

export type GroupTxOptions = { pool: Pool; tenantIds: readonly string[]; timeoutMs: number }

/**
 * Begin, tenants, statement and commit are sent together: one round trip for everything. If an earlier one fails, the
 * transaction is aborted and the commit answers ROLLBACK. The wait is bounded here, because a commit that waits for a
 * standby is ended by no timeout of the server; the connection stays taken until it has spoken.
 */
export async function runGroupTx<Row>(options: GroupTxOptions, statement: Sql): Promise<Row[]> {
  const client = await options.pool.connect()
  const warning = watchForUnsafeCommit(client)
  const answers = Promise.allSettled(sendAll(client, options.tenantIds, statement))
  void answers.then(([, , , end]) => {
    warning.stop()
    client.release(end.status === 'rejected' ? true : undefined)
  })
  const [begin, setting, result, end] = await within(options.timeoutMs, answers).catch((cause) => {
    throw new DatabaseUnavailable('the commit was not confirmed', { cause })
  })
  if (end.status === 'rejected') {
    throw new DatabaseUnavailable('the connection was lost', { cause: end.reason })
  }
  for (const step of [begin, setting, result]) if (step.status === 'rejected') throw step.reason
  if (end.value.command !== 'COMMIT') throw new DatabaseUnavailable('the group was rolled back')
  if (warning.seen) throw new DatabaseUnavailable('the commit may not have been replicated')
  return result.status === 'fulfilled' ? (result.value.rows as Row[]) : [] // the caller names the row type beside its statement
}

type Sent = [Promise<QueryResult>, Promise<QueryResult>, Promise<QueryResult>, Promise<QueryResult>]

function sendAll(client: PoolClient, tenantIds: readonly string[], statement: Sql): Sent {
  const name = statementName(statement.text)
  return [
    client.query('begin'),
    client.query({
      name: 'set-tenants',
      text: `select set_config('app.tenant_ids', $1, true)`,
      values: [`{${tenantIds.join(',')}}`],
    }),
    client.query({ text: statement.text, values: statement.values, ...(name && { name }) }),
    client.query('commit'),
  ]
}
