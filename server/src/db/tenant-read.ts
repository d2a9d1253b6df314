// Reading a tenant's rows: each statement on its own, batched with those of other tenants or alone.
import type { QueryConfig, Reading } from './read-batch.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { type ReadOptions, repeatLostRaces, type Tx, tenantFilter } from './tenant-tx.ts'

export type TenantRead = { config: QueryConfig; isExpensive: boolean }

export type SendRead = (read: TenantRead) => Promise<Reading>

export type TenantReadOptions = { tenantId: string; applicationTenantFilter: boolean }

/**
 * `work` may run several statements; each sees what was committed when it began, like the statements of one transaction,
 * so they need no transaction around them.
 */
export function runTenantRead<T>(
  options: TenantReadOptions,
  work: (tx: Tx) => Promise<T>,
  send: SendRead,
): Promise<T> {
  return repeatLostRaces(() => work(openRead(options, send)))
}

/** Statements of one read; `send` decides where they run. */
export function openRead(options: TenantReadOptions, send: SendRead): Tx {
  const { promise: horizon, resolve } = Promise.withResolvers<string>()
  const rows = async <Row>(statement: Sql, readOptions: ReadOptions = {}): Promise<Row[]> => {
    const { usesCustomPlan = false, isExpensive = false, rowMode } = readOptions
    const { text, values } = statement
    const name = usesCustomPlan ? undefined : statementName(text)
    const config = { text, values, ...(name && { name }), ...(rowMode && { rowMode }) }
    const read = await send({ config, isExpensive })
    resolve(read.horizon)
    return read.rows as Row[] // the store declares the row type beside the statement
  }
  return {
    tenantId: options.tenantId,
    horizon,
    rows,
    row: async <Row>(statement: Sql) => (await rows<Row>(statement))[0],
    savepoint: () => Promise.reject(new Error('a read has nothing to undo')),
    mine: (alias) => tenantFilter(options, alias),
  }
}
