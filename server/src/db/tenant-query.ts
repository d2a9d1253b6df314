// A read as the driver sends it: the tenant and one statement, alone or in a row with others.
import { type Connection, Query } from 'pg'

export type QueryConfig = {
  text: string
  values: unknown[]
  /** Prepared under this name; without it, planned anew. */
  name?: string
  rowMode?: 'array'
}

export type Reading = { horizon: string; rows: unknown[] }
type Done = (error: Error | null, result: { rows: unknown[] }) => void

/** What `pg` calls on its queries; its typings leave it out. */
export type QueryParts = {
  submit(connection: Connection): void
  prepare(connection: Connection): void
  handleRowDescription(message: object): void
  handleDataRow(message: { fields: (string | null)[] }): void
  handleCommandComplete(message: object, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
}
export const BaseQuery = Query as unknown as new (
  config: QueryConfig & { queryMode: 'extended' },
  done: Done,
) => QueryParts // see QueryParts

/** `app.tenant_id` lasts to the end of the transaction, and so does the ban on writing. */
export const openReading = {
  name: 'open-reading',
  text: `select pg_snapshot_xmin(pg_current_snapshot())::text, set_config('app.tenant_id', $1, true),
    set_config('transaction_read_only', 'on', true)`,
}

/**
 * Everything up to the sync is one transaction in the extended protocol: with no begin and no commit to send, a read
 * takes two statements instead of four and one answer instead of four. If the setting fails, the server skips the rest.
 */
export class TenantQuery extends BaseQuery {
  readonly #tenantId: string
  readonly #config: QueryConfig
  #isOpen = false
  #horizon = ''
  isComplete = false

  constructor(
    tenantId: string,
    config: QueryConfig,
    settle: { resolve: (reading: Reading) => void; reject: (error: Error) => void },
  ) {
    super({ ...config, queryMode: 'extended' }, (error, result) => {
      if (error) settle.reject(error)
      else settle.resolve({ horizon: this.#horizon, rows: result.rows })
    })
    this.#tenantId = tenantId
    this.#config = config
  }

  get statementName(): string | undefined {
    return this.#config.name
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
    else this.#horizon = message.fields[0] ?? ''
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    if (this.#isOpen) {
      super.handleCommandComplete(message, connection)
      this.isComplete = true
    }
    this.#isOpen = true
  }
}
