// What the fuzzer is let loose on: the real program on a throw-away PostgreSQL, with two tenants and a few objects.
import { Client } from 'pg'
import { type Cluster, startCluster } from '../../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  startService,
  type TestTenant,
} from '../../../tests/harness/service.ts'

export type FuzzTarget = {
  url: string
  owner: TestTenant
  stranger: TestTenant
  /** Answers by status, counted by the service's own request log. */
  countAnswers(): Map<number, number>
  /** What the service logged as failed. */
  failures(): string[]
  stop(): Promise<void>
}

export async function startFuzzTarget(): Promise<FuzzTarget> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  try {
    const database = await createDatabase({ cluster })
    const service = await startService({
      databaseUrl: database.url,
      // At debug level also requests that reach no operation are logged, and so counted.
      env: { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_LOG_LEVEL: 'debug' },
    })
    const owner = await provisionTenant(database.url, 'owner')
    const stranger = await provisionTenant(database.url, 'stranger')
    await insertExamples(database, owner)
    return describeTarget(cluster, service, owner, stranger)
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** The objects that the contract's examples name, so that requests made of examples find something. */
async function insertExamples(database: TestDatabase, owner: TestTenant): Promise<void> {
  const client = new Client(database.superuserUrl)
  await client.connect()
  const [parent, task] = [
    '019301a2-b3c3-7d5e-8f90-a1b2c3d4e5f6',
    '019301a2-b3c4-7d5e-8f90-a1b2c3d4e5f6',
  ]
  try {
    await client.query('insert into task_counters (tenant_id, last_number) values ($1, 142)', [
      owner.id,
    ])
    await client.query(
      `insert into tasks (tenant_id, id, number, title, status, created_by, created_at, updated_at)
       select $1, id, number, 'Example', 'ready', 'system:proof', now(), now()
       from (values ($2::uuid, 141), ($3::uuid, 142)) as example (id, number)`,
      [owner.id, parent, task],
    )
    await client.query(
      `insert into comments (tenant_id, id, task_id, author, body, created_at, updated_at)
       values ($1, $2, $2, 'system:proof', 'Example', now(), now())`,
      [owner.id, task],
    )
  } finally {
    await client.end()
  }
}

function describeTarget(
  cluster: Cluster,
  service: Service,
  owner: TestTenant,
  stranger: TestTenant,
): FuzzTarget {
  return {
    url: service.url,
    owner,
    stranger,
    countAnswers() {
      const counts = new Map<number, number>()
      for (const { msg, status } of service.log) {
        if (msg === 'request') counts.set(Number(status), (counts.get(Number(status)) ?? 0) + 1)
      }
      return counts
    },
    failures: () =>
      service.log
        .filter(({ msg }) => msg === 'request failed')
        .map(({ err }) => JSON.stringify(err)),
    async stop() {
      await service.stop()
      await cluster.stop()
    },
  }
}
