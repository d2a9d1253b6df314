// Everything that can be killed: PostgreSQL, the processes of the API and a worker, and the tenants they serve.
import { withAdmin } from '../admin-client.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { type Fleet, startFleet } from '../processes/fleet.ts'
import { HOST_SUFFIX, provisionTenant, type TestTenant } from '../service.ts'

export type Arena = {
  cluster: Cluster
  database: TestDatabase
  tenants: [TestTenant, ...TestTenant[]]
  apis: Fleet
  workers: Fleet
  stop: () => Promise<void>
}

const TENANTS = ['one', 'two', 'three']

/**
 * What a crash costs when PostgreSQL may acknowledge before it writes: everything since the last round of its WAL
 * writer. Rounds and buffers are made large, so that there is something to lose at each crash.
 */
export const FORGETFUL = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '256MB',
  wal_buffers: '64MB',
}

export async function openArena(options: {
  processes: number
  workers?: number
  forgetful?: boolean
  env?: Record<string, string>
}): Promise<Arena> {
  const { processes, forgetful = false } = options
  const cluster = await startCluster(forgetful ? { fsync: false, settings: FORGETFUL } : {})
  const started: Fleet[] = []
  const stop = async () => {
    await Promise.all(started.map((fleet) => fleet.stop()))
    await cluster.stop()
  }
  try {
    const database = await createDatabase({ cluster })
    const [first, ...rest] = await Promise.all(
      TENANTS.map((slug) => provisionTenant(database.url, slug)),
    )
    if (!first) throw new Error('there is no tenant')
    // What was there before the storm is not what the storm may take, also where PostgreSQL is forgetful.
    await withAdmin(database.superuserUrl, (admin) => admin.query('checkpoint'))
    const env = { SERVICE_ACP_HOST: HOST_SUFFIX, ...options.env }
    const service = { databaseUrl: database.url, env }
    const apis = await startFleet({ ...service, size: processes })
    started.push(apis)
    const size = options.workers ?? 1
    const workers = await startFleet({ ...service, size, role: 'worker' })
    started.push(workers)
    return { cluster, database, tenants: [first, ...rest], apis, workers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
