// Reading a tenant's rows: the tenant and one statement travel together and are one transaction of their own.
import { DatabaseError } from 'pg'
import type { Connect } from './sharing/fair-pool.ts'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { type QueryConfig, type Reading, TenantQuery } from './tenant-query.ts'
import {
  type ReadOptions,
  repeatLostRaces,
  runTenantTx,
  type TenantTxOptions,
  type Tx,
  tenantFilter,
} from './tenant-tx.ts'

/** One statement, in the form of each way it can take. */
export type TenantRead = {
  statement: Sql
  options: ReadOptions
  config: QueryConfig
  isExpensive: boolean
}

type Send = (read: TenantRead) => Promise<Reading>

export type TenantReadOptions = { tenantId: string; applicationTenantFilter: boolean }

/**
 * `work` may ask several questions; each sees what was committed when it began, as the statements of one transaction
 * do, which is why none is needed around them.
 */
export function runTenantRead<T>(
  options: TenantReadOptions,
  work: (tx: Tx) => Promise<T>,
  send: Send,
): Promise<T> {
  return repeatLostRaces(() => work(openRead(options, send)))
}

function openRead(options: TenantReadOptions, send: Send): Tx {
  const { promise: horizon, resolve } = Promise.withResolvers<string>()
  const rows = async <Row>(statement: Sql, readOptions: ReadOptions = {}): Promise<Row[]> => {
    const { planAnew = false, isExpensive = false, rowMode } = readOptions
    const { text, values } = statement
    const name = planAnew ? undefined : statementName(text)
    const config = { text, values, ...(name && { name }), ...(rowMode && { rowMode }) }
    const read = await send({ statement, options: readOptions, config, isExpensive })
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

export async function sendAlone(
  { connect }: { connect: Connect },
  tenantId: string,
  config: QueryConfig,
): Promise<Reading> {
  const client = await connect()
  try {
    const { promise, ...settle } = Promise.withResolvers<Reading>()
    client.query(new TenantQuery(tenantId, config, settle))
    const reading = await promise
    client.release()
    return reading
  } catch (error) {
    // Refused by the server, the statement has also ended its transaction; after anything else the client is done for.
    client.release(!(error instanceof DatabaseError))
    throw error
  }
}

/** Behind a pooler each read is a transaction that begins with its role. */
export function readOverPooler(
  options: TenantTxOptions,
  { statement, options: readOptions }: TenantRead,
): Promise<Reading> {
  return runTenantTx(options, async (tx) => {
    const rows = await tx.rows(statement, readOptions)
    return { rows, horizon: await tx.horizon }
  })
}
