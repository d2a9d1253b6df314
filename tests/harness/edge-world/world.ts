// Service, connector and database, each in its own network, and a client of the API.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Connector, ConnectorWithToken } from '@task-service/contract'
import { type ApiClient, createApiClient, until } from '../clients/api-client.ts'
import { type Cluster, startCluster } from '../cluster.ts'
import { createDatabase } from '../database.ts'
import type { Identity } from '../network/certificate.ts'
import type { Clock } from '../processes/clock.ts'
import { type Fleet, startFleet } from '../processes/fleet.ts'
import { temporaryRoot } from '../temporary-root.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type EdgeProcess, startEdge } from './edge-process.ts'
import type { Networks } from './networks.ts'
import { type PolicyOptions, writePolicy } from './policy.ts'
import { type Engine, type Site, startSite } from './site.ts'

export type World = {
  site: Site
  client: ApiClient
  apis: Fleet
  workers: Fleet
  balancer: Balancer
  databaseUrl: string
  connectorId: string
  connector: () => Promise<Connector>
  /** What the connector keeps on disk. */
  stateFolder: string
  /** The one that runs now. */
  edge: () => EdgeProcess
  startEdge: (env?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
}

export type Way = {
  /** Of the server that the connector sees. */
  identity: Identity
  /** Of the connector. */
  env: Record<string, string>
}

export type WorldOptions = {
  networks: Networks
  engine: Engine
  policy?: Partial<PolicyOptions>
  /** How the connector gets to the service; without one by plain HTTP. */
  way?: Way
  /** That every program goes by. */
  clock?: Clock
  /** Of the connector. */
  env?: Record<string, string>
  program?: string
  workers?: number
}

const API_KEY = 'edge-proof-key-of-the-default-tenant-0001'
const TIMEOUT_MS = 30_000

const isThere = ({ state, statement_count: count }: Connector): boolean =>
  state === 'online' && count > 0

export async function openWorld(options: WorldOptions): Promise<World> {
  const { networks, engine } = options
  const site = await startSite(networks, engine)
  const service = await startServiceSide(options)
  const { client, balancer } = service
  const made = await client.ask<ConnectorWithToken>('POST', '/api/connectors', {
    name: 'warehouse',
  })
  const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-'))
  const policyFile = join(folder, 'policy.yaml')
  const { host, port } = site
  writeFileSync(policyFile, writePolicy({ engine, host, port, ...options.policy }))
  const scheme = options.way ? 'https' : 'http'
  const url = `${scheme}://${networks.addresses.cloud}:${balancer.port}`
  const place = { networks, url, policyFile, stateFolder: join(folder, 'state') }
  const connector = () => client.ask<Connector>('GET', `/api/connectors/${made.id}`)
  let edge: EdgeProcess | undefined
  return {
    ...service,
    site,
    connectorId: made.id,
    connector,
    stateFolder: place.stateFolder,
    edge: () => {
      if (!edge) throw new Error('no connector was started')
      return edge
    },
    async startEdge(more = {}) {
      const token = { TASK_EDGE_TOKEN: made.enrolment_token ?? '' }
      const env = { ...token, ...options.clock?.env, ...options.way?.env, ...options.env, ...more }
      edge = startEdge({ ...place, env, ...(options.program && { program: options.program }) })
      await until('the connector', connector, isThere, TIMEOUT_MS).catch((error: Error) => {
        throw new Error(`${error.message}\n${edge?.printed()}`)
      })
    },
    async stop() {
      if (edge?.isRunning()) await edge.kill()
      await Promise.all([service.stop(), site.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type ServiceSide = Pick<World, 'client' | 'apis' | 'workers' | 'balancer' | 'databaseUrl' | 'stop'>

/** Only this one goes by the clock, which is gone when the next world begins. */
async function startServiceCluster(clock: Clock | undefined): Promise<Cluster> {
  const before = process.env['TEST_PG_BIN']
  if (clock) process.env['TEST_PG_BIN'] = clock.postgresBin
  try {
    return await startCluster({ fsync: false })
  } finally {
    if (before === undefined) delete process.env['TEST_PG_BIN']
    else process.env['TEST_PG_BIN'] = before
  }
}

async function startServiceSide(options: WorldOptions): Promise<ServiceSide> {
  const { clock } = options
  const cluster = await startServiceCluster(clock)
  const database = await createDatabase({ cluster })
  const env = { SERVICE_ACP_API_KEY: API_KEY, ...clock?.env }
  const common = { databaseUrl: database.url, env }
  const apis = await startFleet({ ...common, size: 2 })
  const workers = await startFleet({ ...common, size: options.workers ?? 1, role: 'worker' })
  const balancer = await startBalancer({
    pick: (count) => apis.url(count),
    ...(options.way && { identity: options.way.identity }),
  })
  const client = createApiClient(() => apis.url(0), API_KEY)
  return {
    client,
    apis,
    workers,
    balancer,
    databaseUrl: database.superuserUrl,
    async stop() {
      client.close()
      await balancer.close()
      await Promise.all([apis.stop(), workers.stop()])
      await cluster.stop()
    },
  }
}
