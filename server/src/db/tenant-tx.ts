// The only access to a tenant's rows: a transaction that is bound to the tenant and cannot be used for another.
import type { ClientBase, PoolClient } from 'pg'
import { DatabaseUnavailable, isRepeatable, toTenantMoving } from '#lib/database-failure.ts'
import { earlierWaitMs } from '#lib/time/earlier-wait.ts'
import type { CommitDeadline, Committing } from './liveness/commit-deadline.ts'
import { connectAfter } from './liveness/connect-after.ts'
import { beginShared, type Session } from './session.ts'
import { type Sql, sql } from './sql.ts'
import { statementName } from './statement-name.ts'

export type Tx = {
  readonly tenantId: string
  /**
   * Every transaction below this number had ended when this one began, so changes that its statements do not see have this
   * number or a higher one.
   */
  readonly horizon: Promise<string>
  /**
   * All rows of one statement. Prepared once per connection; `usesCustomPlan` for statements whose best plan depends on
   * the tenant and the values.
   */
  rows<Row>(statement: Sql, options?: ReadOptions): Promise<Row[]>
  /** The first row, or undefined. */
  row<Row>(statement: Sql): Promise<Row | undefined>
  /** Rolls back the writes of `work` when it throws; the transaction continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>
  /** The application's own tenant filter, in addition to row-level security; `alias` is a table name or alias. */
  mine(alias?: TableAlias): Sql
}

export type ReadOptions = {
  usesCustomPlan?: boolean
  /** May take long whatever the plan, such as a search or a count: runs on a few dedicated connections. */
  isExpensive?: boolean
  /** `array` avoids building an object for each of many rows. */
  rowMode?: 'array'
}

/** Aliases that the statements of the stores use; a closed list, because an alias is not a parameter. */
export type TableAlias = 'a' | 'b' | 'r' | 't' | 'c' | 'l' | 'e' | 'd' | 'i' | 'w'

export type TenantTxOptions = Pick<Session, 'begin' | 'isShared'> & {
  pool: { connect: () => Promise<PoolClient> }
  tenantId: string
  applicationTenantFilter: boolean
  commits: CommitDeadline
}

const MAX_TRIES = 3

export function runTenantTx<T>(options: TenantTxOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  return repeatLostRaces(() => tryTenantTx(options, work))
}

export async function repeatLostRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRepeatable(error) || attempt === MAX_TRIES) throw error
      await new Promise((resume) => setTimeout(resume, Math.random() * 20 * attempt))
    }
  }
}

async function tryTenantTx<T>(options: TenantTxOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  options.commits.admit(options.tenantId)
  const { client, waitedMs } = await connect(options.pool)
  const value = await tryWork(client, options, work)
  await commit(client, options.commits, { tenantIds: [options.tenantId], waitedMs })
  return value
}

/** On failure, rolls back and releases the client; on success the transaction is still open. */
async function tryWork<T>(
  client: PoolClient,
  options: TenantTxOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let fence: unknown
  try {
    if (options.isShared) await beginShared(client, options.begin)
    // Sent together with the first statement of `work`: the client pipelines, so this costs no round trip. If the
    // setting fails, or the tenant is being moved, the transaction is aborted and every later statement fails with it.
    const opening = Promise.all([
      options.isShared ? undefined : client.query(options.begin),
      client.query({
        name: 'set-tenant',
        text: `select set_config('app.tenant_id', $1, true), admit_write($1::uuid), pg_snapshot_xmin(pg_current_snapshot())::text as horizon`,
        values: [options.tenantId],
      }),
    ])
    opening.catch((error: unknown) => void (fence = toTenantMoving(error)))
    const horizon = opening.then(([, setting]) => String(setting.rows[0]?.horizon))
    horizon.catch(() => undefined)
    const value = await work(openTx(client, options, horizon))
    await opening
    return value
  } catch (error) {
    await abandon(client)
    // The later statements failed because of it.
    throw fence ?? error
  }
}

/** `waitedMs` includes what the caller waited before. */
export async function connect(
  pool: TenantTxOptions['pool'],
): Promise<{ client: PoolClient; waitedMs: number }> {
  const earlierMs = earlierWaitMs()
  const fromMs = performance.now()
  const client = await connectAfter(earlierMs, pool)
  return { client, waitedMs: earlierMs + performance.now() - fromMs }
}

type CommitOptions = Committing & {
  /** Sent before it, with outstanding results; the deadline is for the commit alone. */
  statements?: Promise<unknown>
}

/**
 * PostgreSQL's own timeouts do not end a wait for a standby, so the caller gets an error without it. The connection stays in
 * use until the server responds: the pool size bounds the number of such waits.
 */
export async function commit(
  client: PoolClient,
  commits: CommitDeadline,
  { statements, ...committing }: CommitOptions = {},
): Promise<void> {
  const warning = watchForUnsafeCommit(client)
  const answer = client.query('commit')
  answer.finally(warning.stop).then(
    () => client.release(),
    (error: Error) => client.release(error),
  )
  await Promise.allSettled([statements])
  const result = await commits.confirm(client, answer, committing)
  if (result.command !== 'COMMIT') throw new DatabaseUnavailable('the transaction was rolled back')
  if (warning.seen) throw new DatabaseUnavailable('the commit may not have been replicated')
}

export async function abandon(client: PoolClient): Promise<void> {
  try {
    await client.query('rollback')
    client.release()
  } catch (error) {
    client.release(error as Error) // a client that cannot roll back must not return to the pool
  }
}

/**
 * A commit whose wait for the standby was canceled is reported as success, with only a warning. Such a write must not be
 * acknowledged. The routine is compared, not the text, which is translated.
 */
export function watchForUnsafeCommit(client: ClientBase): { seen: boolean; stop: () => void } {
  const watch = { seen: false, stop: () => void client.removeListener('notice', onNotice) }
  function onNotice(notice: { routine?: string | undefined }): void {
    if (notice.routine === 'SyncRepWaitForLSN') watch.seen = true
  }
  client.on('notice', onNotice)
  return watch
}

/** For a transaction that was begun and bound to the tenant. */
export function openTx(
  client: ClientBase,
  options: Pick<TenantTxOptions, 'tenantId' | 'applicationTenantFilter'>,
  horizon: Promise<string>,
): Tx {
  const rows = async <Row>(
    statement: Sql,
    { usesCustomPlan = false, rowMode }: ReadOptions = {},
  ): Promise<Row[]> => {
    const name = usesCustomPlan ? undefined : statementName(statement.text)
    const result = await client.query({
      text: statement.text,
      values: statement.values,
      ...(name && { name }),
      ...(rowMode && { rowMode }),
    })
    return result.rows as Row[] // the store declares the row type beside the statement
  }
  return {
    tenantId: options.tenantId,
    horizon,
    rows,
    row: async <Row>(statement: Sql) => (await rows<Row>(statement))[0],
    savepoint: (work) => runSavepoint(client, work),
    mine: (alias) => tenantFilter(options, alias),
  }
}

async function runSavepoint<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('savepoint item')
  try {
    const value = await work()
    await client.query('release savepoint item')
    return value
  } catch (error) {
    await client.query('rollback to savepoint item')
    throw error
  }
}

const columns: Record<TableAlias, Sql> = {
  a: sql`a.tenant_id`,
  b: sql`b.tenant_id`,
  r: sql`r.tenant_id`,
  t: sql`t.tenant_id`,
  c: sql`c.tenant_id`,
  l: sql`l.tenant_id`,
  e: sql`e.tenant_id`,
  d: sql`d.tenant_id`,
  i: sql`i.tenant_id`,
  w: sql`w.tenant_id`,
}

export function tenantFilter(
  options: { tenantId: string; applicationTenantFilter: boolean },
  alias?: TableAlias,
): Sql {
  if (!options.applicationTenantFilter) return sql`true`
  return sql`${alias ? columns[alias] : sql`tenant_id`} = ${options.tenantId}`
}
