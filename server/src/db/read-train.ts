// Reads that wait at the same time travel together: sent in one write, answered in one stream, one sync for all. Each
// still has its own tenant set right before it, so row security sees exactly one tenant at a time.
import { type ClientBase, type Connection, DatabaseError, type Pool, type PoolClient } from 'pg'
import { createFairQueue } from '#lib/fair/fair-queue.ts'
import {
  BaseQuery,
  openReading,
  type QueryConfig,
  type Reading,
  TenantQuery,
} from './tenant-query.ts'

/** More in one train would make the first wait for the last. */
const MAX_READS = 16
/** Enough to keep several cores of the database busy, few enough that reads meet. */
const MAX_TRAINS = 4

export type ReadTrains = {
  read(tenantId: string, config: QueryConfig): Promise<Reading>
  waiting: () => number
}

/** Sent ahead of everything else on a new connection, so that every read can count on it. */
export function prepareReading(client: ClientBase): void {
  client.query({ ...openReading, values: [''] }).catch(() => undefined)
}

type Passenger = {
  query: TenantQuery
  reject: (error: Error) => void
  /** The same read again, when the train broke down before its turn. */
  repeat: () => void
}

export function createReadTrains(pool: Pool): ReadTrains {
  const platform = createFairQueue<Passenger>()
  let trains = 0

  function board(tenantId: string, config: QueryConfig): Promise<Reading> {
    return new Promise<Reading>((resolve, reject) => {
      const make = () => new TenantQuery(tenantId, config, { resolve, reject })
      const repeat = () => platform.putBack(tenantId, { query: make(), reject, repeat })
      platform.push(tenantId, { query: make(), reject, repeat })
      if (trains >= MAX_TRAINS) return
      trains++
      // Those that arrive in the same turn of the event loop come along.
      setImmediate(() => void run())
    })
  }

  function takeNext(): Passenger[] {
    let places = MAX_READS
    return platform.take(() => places-- > 0)
  }

  async function run(): Promise<void> {
    while (platform.size() > 0) {
      const error = await depart().catch((reason: unknown) => reason as Error) // from the pool: no connection
      if (error) for (const { reject } of takeNext()) reject(error)
    }
    trains--
  }

  async function depart(): Promise<void> {
    const client = await pool.connect()
    const passengers = takeNext()
    const failure = await send(client, passengers)
    // Nobody knows which of the statements behind the one that failed are prepared on it now.
    client.release(failure !== null)
  }

  return { read: board, waiting: platform.size }
}

/** Ends when every answer is there; gives the failure that ended it early, or null. */
function send(client: PoolClient, passengers: readonly Passenger[]): Promise<Error | null> {
  return new Promise((resolve) => {
    const train = new ReadTrain(passengers, resolve)
    client.query(train)
  })
}

class ReadTrain extends BaseQuery {
  readonly #passengers: readonly Passenger[]
  #served = 0

  constructor(passengers: readonly Passenger[], done: (error: Error | null) => void) {
    super({ text: 'train', values: [], queryMode: 'extended' }, (error) => done(error))
    this.#passengers = passengers
  }

  get #current(): TenantQuery | undefined {
    return this.#passengers[this.#served]?.query
  }

  override prepare(connection: Connection): void {
    const messages: Buffer[] = []
    const gathering: Connection = Object.create(connection, {
      _send: { value: (message: Buffer) => messages.push(message) },
      sync: { value: () => undefined },
    })
    for (const { query } of this.#passengers) query.prepare(gathering)
    // One piece, because the socket would carry each message as a piece of its own.
    connection.stream.write(Buffer.concat(messages))
    connection.sync()
  }

  override handleRowDescription(message: object): void {
    this.#current?.handleRowDescription(message)
  }

  override handleDataRow(message: { fields: (string | null)[] }): void {
    this.#current?.handleDataRow(message)
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    const query = this.#current
    query?.handleCommandComplete(message, connection)
    if (!query?.isComplete) return
    this.#served++
    query.handleReadyForQuery(connection)
  }

  override handleError(error: Error, connection: Connection): void {
    const [failed, ...behind] = this.#passengers.slice(this.#served)
    failed?.query.handleError(error, connection)
    for (const { repeat, reject } of behind) {
      if (error instanceof DatabaseError) repeat()
      else reject(error)
    }
    super.handleError(error, connection)
  }
}
