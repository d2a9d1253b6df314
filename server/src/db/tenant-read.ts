// Reading a tenant's rows: the tenant and one statement travel together and are one transaction of their own.
import { type ClientBase, type Connection, DatabaseError, type Pool, Query } from 'pg'
import type { Sql } from './sql.ts'
import { statementName } from './statement-name.ts'
import { type ReadOptions, repeatLostRaces, type Tx, tenantFilter } from './tenant-tx.ts'

export type TenantReadOptions = { pool: Pool; tenantId: string; applicationTenantFilter: boolean }

/** `app.tenant_id` lasts to the end of the transaction, and so does the ban on writing. */
const openReading = {
  name: 'open-reading',
  text: `select pg_snapshot_xmin(pg_current_snapshot())::text, set_config('app.tenant_id', $1, true),
    set_config('transaction_read_only', 'on', true)`,
}

/** Sent ahead of everything else on a new connection, so that every read can count on it. */
export function prepareReading(client: ClientBase): void {
  client.query({ ...openReading, values: [''] }).catch(() => undefined)
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
    statement: Sql,
    { planAnew = false, rowMode }: ReadOptions = {},
  ): Promise<Row[]> => {
    const name = planAnew ? undefined : statementName(statement.text)
    const { text, values } = statement
    const read = await send(options, {
      text,
      values,
      queryMode: 'extended',
      ...(name && { name }),
      ...(rowMode && { rowMode }),
    })
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

type Reading = { horizon: string; rows: unknown[] }

async function send(options: TenantReadOptions, config: QueryConfig): Promise<Reading> {
  const client = await options.pool.connect()
  try {
    const { promise, resolve, reject } = Promise.withResolvers<Reading>()
    const query = new TenantQuery(options.tenantId, config, (error, result) => {
      if (error) reject(error)
      else resolve({ horizon: query.horizon ?? '', rows: result.rows })
    })
    client.query(query)
    const reading = await promise
    client.release()
    return reading
  } catch (error) {
    // Refused by the server, the statement has also ended its transaction; after anything else the client is done for.
    client.release(!(error instanceof DatabaseError))
    throw error
  }
}

type QueryConfig = {
  text: string
  values: unknown[]
  name?: string
  queryMode: 'extended'
  rowMode?: 'array'
}
type Done = (error: Error | undefined, result: { rows: unknown[] }) => void

/** What `pg` calls on its queries; its typings leave it out. */
type QueryParts = {
  submit(connection: Connection): void
  prepare(connection: Connection): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: object, connection: Connection): void
}
const BaseQuery = Query as unknown as new (config: QueryConfig, done: Done) => QueryParts // see QueryParts

/**
 * Everything up to the sync is one transaction in the extended protocol: with no begin and no commit to send, a read
 * takes two statements instead of four and one answer instead of four. If the setting fails, the server skips the rest.
 */
export class TenantQuery extends BaseQuery {
  readonly #tenantId: string
  readonly #config: QueryConfig
  #isOpen = false
  horizon: string | undefined

  constructor(tenantId: string, config: QueryConfig, done: Done) {
    super(config, done)
    this.#tenantId = tenantId
    this.#config = config
  }

  /** What it sends, for those who measure the same on the bare engine. */
  statements(): { text: string; values: unknown[] }[] {
    const { text, values } = this.#config
    return [
      { text: openReading.text, values: [this.#tenantId] },
      { text, values },
    ]
  }

  override prepare(connection: Connection): void {
    connection.bind({ statement: openReading.name, values: [this.#tenantId] }, true)
    connection.execute({ portal: '' }, true)
    super.prepare(connection)
  }

  override handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#isOpen) super.handleDataRow(message)
    else this.horizon = message.fields[0] ?? undefined
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isOpen) super.handleCommandComplete(message, connection)
    this.#isOpen = true
  }
}
