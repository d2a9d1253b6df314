// A log to dispatch, on a server without transactions of other tests: events are written by open transactions, and rounds are run one by one.
import { Client } from 'pg'
import type { Database } from '../../../server/src/db/database.ts'
import {
  type Dispatched,
  type DispatchParts,
  dispatchNew,
  dispatchRest,
  newSizes,
} from '../../../server/src/domains/deliveries/dispatch/service/dispatch.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import type { Cluster } from '../cluster.ts'
import { createDatabase, openTestDatabase, type TestDatabase } from '../database.ts'
import { quietCluster } from '../processes/quiet-cluster.ts'

export type DispatchScene = {
  cluster: Cluster
  database: TestDatabase
  db: Database
  /** Sees and writes past row security, as no role of the service does. */
  admin: Client
  /** As the superuser; to the database of the scene unless another is named. */
  connect: (url?: string) => Promise<Client>
  addWebhook: (tenantId: string) => Promise<string>
  /** In the transaction of the connection, if it has one open. */
  addEvents: (client: Client, tenantId: string, count?: number, data?: string) => Promise<string[]>
  /** As a process has them: parts with sizes of their own. */
  newProcess: () => DispatchParts
  runNew: (parts: DispatchParts) => Promise<Dispatched>
  runRest: (parts: DispatchParts) => Promise<Dispatched>
  /** Until nothing is left of what can be seen. */
  runAll: (parts: DispatchParts) => Promise<void>
  /** Ids of the events of a tenant that were dispatched, in the order in which they were. */
  dispatched: (tenantId: string) => Promise<string[]>
  stop: () => Promise<void>
}

export async function openDispatchScene(): Promise<DispatchScene> {
  const cluster = await quietCluster()
  const database = await createDatabase({ cluster })
  const db = openTestDatabase(database.url, 4)
  const clients: Client[] = []
  const connect = async (url = database.superuserUrl) => {
    const client = new Client({ connectionString: url })
    clients.push(client)
    await client.connect()
    return client
  }
  const admin = await connect()
  const runNew = (parts: DispatchParts) => db.feed.tx((tx) => dispatchNew(tx, parts))
  const runRest = (parts: DispatchParts) => db.feed.tx((tx) => dispatchRest(tx, parts))
  return {
    cluster,
    database,
    db,
    admin,
    connect,
    addWebhook: (tenantId) => addWebhook(admin, tenantId),
    addEvents,
    newProcess,
    runNew,
    runRest,
    async runAll(parts) {
      while ((await runNew(parts)).isFull || (await runRest(parts)).isFull);
    },
    async dispatched(tenantId) {
      const { rows } = await admin.query<{ event_id: string }>(
        'select event_id from deliveries where tenant_id = $1 order by id',
        [tenantId],
      )
      return rows.map((row) => row.event_id)
    },
    async stop() {
      await Promise.all([db.close(), ...clients.map((client) => client.end())])
      await database.drop()
    },
  }
}

export function newProcess(): DispatchParts {
  return {
    queue: { add: async () => undefined },
    matching: {
      wants: () => true,
      needsContent: () => false,
      taskOf: (event) => event.subject_id,
    },
    sizes: newSizes(),
  }
}

export async function addWebhook(admin: Client, tenantId: string): Promise<string> {
  const id = uuidv7()
  await admin.query(
    `insert into webhooks (tenant_id, id, url, secret, created_by, created_at, updated_at)
     values ($1, $2, 'https://example.com', decode(repeat('00', 60), 'hex'), 'system:test', now(), now())`,
    [tenantId, id],
  )
  return id
}

export async function addEvents(
  client: Client,
  tenantId: string,
  count = 1,
  data = '{}',
): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidv7())
  await client.query(
    `insert into events (tenant_id, id, type, subject_id, actor, data, previous, changed, occurred_at)
     select $1, id, 'task.created', id, 'key:key_1', $3, '{}', '{}', date_trunc('milliseconds', now())
     from unnest($2::uuid[]) as n (id)`,
    [tenantId, ids, data],
  )
  return ids
}
