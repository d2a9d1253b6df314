// Reading a tenant's rows: the tenant and one statement travel together and are one transaction of their own.
import { DatabaseError, type Pool } from 'pg'
import type { ReadTrains } from './read-train.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { type QueryConfig, type Reading, TenantQuery } from './tenant-query.ts'
import { type ReadOptions, repeatLostRaces, type Tx, tenantFilter } from './tenant-tx.ts'

export type TenantReadOptions = {
  pool: Pool
  trains: ReadTrains
  tenantId: string
  applicationTenantFilter: boolean
}

/**
 * `work` may ask several questions; each sees what was committed when it began, as the statements of one transaction
 * do, which is why none is needed around them.
 */
export function runTenantRead<T>(
  options: TenantReadOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return repeatLostRaces(() => work(openRead(options)))
}

function openRead(options: TenantReadOptions): Tx {
  const { promise: horizon, resolve } = Promise.withResolvers<string>()
  const rows = async <Row>(
    { text, values }: Sql,
    { planAnew = false, rowMode }: ReadOptions = {},
  ): Promise<Row[]> => {
    const name = planAnew ? undefined : statementName(text)
    const config = { text, values, ...(name && { name }), ...(rowMode && { rowMode }) }
    const read = await (name
      ? options.trains.read(options.tenantId, config)
      : alone(options, config))
    resolve(read.horizon)
    return read.rows as Row[] // the statement and its row type stand next to each other in the store
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

/** What is planned anew may take long; nobody else should have to wait for it. */
async function alone(options: TenantReadOptions, config: QueryConfig): Promise<Reading> {
  const client = await options.pool.connect()
  try {
    const { promise, ...settle } = Promise.withResolvers<Reading>()
    client.query(new TenantQuery(options.tenantId, config, settle))
    const reading = await promise
    client.release()
    return reading
  } catch (error) {
    // Refused by the server, the statement has also ended its transaction; after anything else the client is done for.
    client.release(!(error instanceof DatabaseError))
    throw error
  }
}
