// PostgreSQL on small disks, behind a name and a proxy; two API processes and a worker; a receiver behind a name.
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { startDnsServer } from '../../tests/harness/network/dns-server.ts'
import { type SlowProxy, startSlowProxy } from '../../tests/harness/network/slow-proxy.ts'
import {
  type EventReceiver,
  startEventReceiver,
} from '../../tests/harness/outage/event-receiver.ts'
import { type Clock, makeClock } from '../../tests/harness/processes/clock.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { FORGETFUL } from '../../tests/harness/storm/arena.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { mountSmallDisk, type SmallDisk } from './small-disks.ts'

const DATABASE_HOST = 'db.faults.test'
const RECEIVER_HOST = 'hooks.faults.test'
const API_KEY = 'faults-proof-key-of-the-default-tenant-000001'
const DATA_MIB = 320
const WAL_MIB = 96
const MAX_CONNECTIONS = 90

/** Small enough that a full disk is noticed soon, and that the WAL alone does not fill its own. */
const SETTINGS = {
  max_connections: String(MAX_CONNECTIONS),
  max_wal_size: '24MB',
  min_wal_size: '2MB',
  // Without it a new segment would be found missing only where it is written to.
  wal_init_zero: 'on',
}

export type Site = {
  cluster: Cluster
  database: TestDatabase
  dataDisk: SmallDisk
  walDisk: SmallDisk
  proxy: SlowProxy
  /** Of the first API process and of the worker; the second API process is always right. */
  clock: Clock
  receiver: EventReceiver
  /** Whether the name server responds to questions about these. */
  dns: { database: boolean; receiver: boolean }
  apis: readonly [Service, Service]
  worker: () => Service
  startWorker: () => Promise<void>
  stop: () => Promise<void>
}

type Stops = (() => unknown)[]

export async function openSite(isCareless: boolean): Promise<Site> {
  const stops: Stops = []
  const stop = async () => {
    for (const end of stops.toReversed()) await end()
  }
  try {
    return { ...(await openParts(isCareless, stops)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openParts(isCareless: boolean, stops: Stops): Promise<Omit<Site, 'stop'>> {
  const folder = mkdtempSync(join(temporaryRoot(), 'task-faults-'))
  chmodSync(folder, 0o755)
  stops.push(() => rmSync(folder, { recursive: true, force: true }))
  const dataDisk = mountSmallDisk(join(folder, 'data'), DATA_MIB)
  const walDisk = mountSmallDisk(join(folder, 'wal'), WAL_MIB)
  stops.push(() => execFileSync('umount', ['--lazy', dataDisk.folder, walDisk.folder]))
  const cluster = await startCluster({
    storage: { data: dataDisk.folder, wal: walDisk.folder },
    settings: { ...SETTINGS, ...(isCareless && FORGETFUL) },
  })
  stops.push(() => cluster.stop())
  const database = await createDatabase({ cluster })
  const dns = await startNames(folder, stops)
  const proxy = await startSlowProxy(cluster.port)
  stops.push(() => proxy.stop())
  const clock = makeClock(cluster.binDir)
  stops.push(() => clock.remove())
  const receiver = await startEventReceiver(RECEIVER_HOST)
  stops.push(() => receiver.stop())
  const url = new URL(database.url)
  url.host = `${DATABASE_HOST}:${proxy.port}`
  const start = starter(url.href, isCareless, stops)
  const apis = [await start('api', clock), await start('api')] as const
  let worker = await start('worker', clock)
  const owner = { url: apis[0].url, apiKey: API_KEY }
  await createWebhook(owner, { url: receiver.url, event_types: ['task.created'] })
  return {
    cluster,
    database,
    dataDisk,
    walDisk,
    proxy,
    clock,
    receiver,
    dns,
    apis,
    worker: () => worker,
    async startWorker() {
      worker = await start('worker', clock)
    },
  }
}

/** Every name is resolved here, and questions that get no response wait as long as those to a name server that is gone. */
async function startNames(folder: string, stops: Stops): Promise<Site['dns']> {
  const alive = { database: true, receiver: true }
  const server = await startDnsServer(
    (name, type) => {
      const isAlive = name === DATABASE_HOST ? alive.database : alive.receiver
      if (!isAlive) return 'silence'
      if (name !== DATABASE_HOST && name !== RECEIVER_HOST) return 'unknown'
      return type === 'A' ? { addresses: ['127.0.0.1'] } : 'nothing'
    },
    { port: 53 },
  )
  stops.push(() => server.close())
  const file = join(folder, 'resolv.conf')
  writeFileSync(file, 'nameserver 127.0.0.1\n', { mode: 0o644 })
  execFileSync('mount', ['--bind', file, '/etc/resolv.conf'])
  return alive
}

function starter(databaseUrl: string, isCareless: boolean, stops: Stops) {
  return async (role: 'api' | 'worker', clock?: Clock): Promise<Service> => {
    const service = await startService({
      databaseUrl,
      apiKey: API_KEY,
      args: ['--role', role, '--wait', '2m'],
      until: role === 'api' ? 'listening' : 'maintenance',
      env: {
        SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
        // The default waits a minute after the second attempt; how long the waits are is not what is shown here.
        SERVICE_ACP_WEBHOOK_SCHEDULE: '2s,4s,8s,8s,8s,8s,8s,8s,8s,8s,8s,8s',
        ...clock?.env,
      },
      ...(isCareless && { program: join(import.meta.dirname, 'careless-main.ts') }),
    })
    stops.push(() => service.kill())
    return service
  }
}
