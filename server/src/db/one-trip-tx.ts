// A transaction whose statements are all known in advance, sent as a whole: one round trip for everything.
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg'
import { DatabaseUnavailable } from '#lib/database-failure.ts'
import { type CommitDeadline, confirmWithin } from './liveness/commit-deadline.ts'
import { beginShared, type Session } from './session.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { abandon, commit, connect, watchForUnsafeCommit } from './tenant-tx.ts'

export type OneTripOptions = {
  pool: Pool
  /** For the statements before the commit. */
  timeoutMs: number
  commits: CommitDeadline
  /** Whose rows are written. */
  tenantIds?: readonly string[]
} & Pick<Session, 'begin' | 'isShared'>

/** As the driver returns it: a text with several statements has one result for each. */
export type DriverResult = QueryResult | QueryResult[]

/** Returns the rows of the last statement, which is a single one. */
export async function runOneTripTx<Row>(
  options: OneTripOptions,
  statements: readonly QueryConfig[],
): Promise<Row[]> {
  const result = await runOneTrip(options, statements)
  return Array.isArray(result) ? [] : (result.rows as Row[]) // the caller names the row type beside its statement
}

/**
 * Returns the result of the last statement. If an earlier one fails, the transaction is aborted and the commit returns
 * ROLLBACK. The wait is bounded here, because no timeout of the server ends a commit that waits for a standby; the
 * connection stays in use until the server responds.
 */
export async function runOneTrip(
  options: OneTripOptions,
  statements: readonly QueryConfig[],
): Promise<DriverResult> {
  options.commits.admit()
  const { client, waitedMs } = await connect(options.pool)
  if (options.isShared) await beginOrDrop(client, options.begin)
  const warning = watchForUnsafeCommit(client)
  const before = Promise.allSettled([
    ...(options.isShared ? [] : [client.query(options.begin)]),
    ...statements.map((statement) => client.query(statement)),
  ])
  const answers = Promise.all([before, Promise.allSettled([client.query('commit')])])
  void answers.then(([, [last]]) => {
    warning.stop()
    client.release(last.status === 'rejected' ? true : undefined)
  })
  await confirmWithin(client, options.timeoutMs, before)
  const [written, [end]] = await options.commits.confirm(client, answers, {
    tenantIds: options.tenantIds,
    waitedMs,
  })
  if (end.status !== 'fulfilled') {
    throw new DatabaseUnavailable('the connection was lost', { cause: end.reason })
  }
  for (const step of written) if (step.status === 'rejected') throw step.reason
  if (end.value.command !== 'COMMIT') {
    throw new DatabaseUnavailable('the transaction was rolled back')
  }
  if (warning.seen) throw new DatabaseUnavailable('the commit may not have been replicated')
  const last = written.at(-1)
  return last?.status === 'fulfilled' ? last.value : []
}

/** Statements that are sent together, and what is to be written once their rows are known. */
export type TwoTrips<Rows extends unknown[][], T> = {
  reads: readonly Sql[]
  decide: (rows: Rows) => { writes: readonly Sql[]; value: T }
}

/** Two round trips: the reads, then the writes with the commit. Nothing is written without writes. */
export async function runTwoTripTx<Rows extends unknown[][], T>(
  options: OneTripOptions,
  setting: QueryConfig,
  { reads, decide }: TwoTrips<Rows, T>,
): Promise<T> {
  options.commits.admit()
  const { client, waitedMs } = await connect(options.pool)
  if (options.isShared) await beginOrDrop(client, options.begin)
  let decided: ReturnType<typeof decide>
  try {
    const [, , ...results] = await Promise.all([
      options.isShared ? undefined : client.query(options.begin),
      client.query(setting),
      ...reads.map((statement) => client.query(prepared(statement))),
    ])
    decided = decide(results.map(({ rows }) => rows) as Rows) // the caller names the row types beside its statements
  } catch (error) {
    await abandon(client)
    throw error
  }
  const answers = Promise.all(decided.writes.map((statement) => client.query(prepared(statement))))
  // If a write fails, the commit returns ROLLBACK.
  const end = commit(client, options.commits, {
    tenantIds: options.tenantIds,
    waitedMs,
    statements: answers,
  })
  const [written, ended] = await Promise.allSettled([answers, end])
  if (written.status === 'rejected') throw written.reason
  if (ended.status === 'rejected') throw ended.reason
  return decided.value
}

async function beginOrDrop(client: PoolClient, begin: string): Promise<void> {
  try {
    await beginShared(client, begin)
  } catch (error) {
    client.release(true) // it may be in an aborted transaction
    throw error
  }
}

export function prepared({ text, values }: Sql): QueryConfig {
  const name = statementName(text)
  return { text, values, ...(name && { name }) }
}
