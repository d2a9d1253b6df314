// Two processes of the service behind HAProxy, on the database behind HAProxy, and a connector of a customer.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectorWithToken, EdgeJobWithRows } from '@task-service/contract'
import { Client } from 'pg'
import { exitCodes } from '../../server/src/commands/exit-codes.ts'
import { createApiClient, until } from '../../tests/harness/clients/api-client.ts'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { type EdgeProcess, startEdge } from '../../tests/harness/edge-world/edge-process.ts'
import { loopback } from '../../tests/harness/edge-world/networks.ts'
import { writePolicy } from '../../tests/harness/edge-world/policy.ts'
import { PASSWORD } from '../../tests/harness/edge-world/site.ts'
import { HAPROXY_CONFIG, superuserUrl } from '../../tests/harness/failover/database-cluster.ts'
import { type Service, serviceEnv, startService } from '../../tests/harness/service.ts'
import { runCommand } from '../../tests/operate/run-command.ts'

const HAPROXY = '10.0.0.10'
const SERVICES = ['10.0.0.11', '10.0.0.12']
export const URL = `http://${HAPROXY}`
const API_KEY = 'failover-proof-key-of-the-default-tenant-0001'

export type ServiceSide = {
  apiKey: string
  processes: Service[]
  /** To the primary, as superuser. */
  connect: (name: 'tasks' | 'probe') => Promise<Client>
  /** A job of the connector, from the request to its rows; false after a while. */
  runsJob: () => Promise<boolean>
  edge: EdgeProcess
  stop: () => Promise<void>
}

export async function startServiceSide(folder: string): Promise<ServiceSide> {
  const stopHAProxy = await startHAProxy()
  const parts: (() => Promise<unknown>)[] = [stopHAProxy]
  const stop = async () => {
    for (const part of parts.toReversed()) await part()
  }
  try {
    const { url, name, rolePrefix } = await createDatabases()
    const env = {
      SERVICE_ACP_DB_ROLE_PREFIX: rolePrefix,
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      SERVICE_ACP_PORT: '8001',
    }
    const options = { databaseUrl: url, apiKey: API_KEY }
    const migrated = await runCommand(['migrate'], serviceEnv({ ...options, env }))
    if (migrated.code !== exitCodes.ok.code) throw new Error(migrated.stderr)
    const processes: Service[] = []
    for (const address of SERVICES) {
      const own = { ...env, SERVICE_ACP_BIND: address }
      const service = await startService({ ...options, env: own })
      parts.push(() => service.kill())
      processes.push(service)
    }
    await until('HAProxy', () => isReady(), Boolean)
    const connector = await startConnector(folder)
    parts.push(connector.stop)
    const connect = (which: 'tasks' | 'probe') => openDatabase(which === 'tasks' ? name : 'probe')
    return { apiKey: API_KEY, processes, connect, ...connector, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startHAProxy(): Promise<() => Promise<void>> {
  const args = ['--pdeathsig', 'KILL', '/usr/sbin/haproxy', '-db', '-f', HAPROXY_CONFIG]
  const child = spawn('setpriv', args, { stdio: 'ignore' })
  const exited = once(child, 'exit')
  return async () => {
    child.kill('SIGKILL')
    await exited
  }
}

const isReady = () =>
  fetch(`${URL}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

/** HAProxy accepts connections before it has found the primary. */
async function openDatabase(name: string): Promise<Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ connectionString: superuserUrl(HAPROXY, name) })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (attempt === 30) throw error
      await sleep(500)
    }
  }
}

/** Of the service, of the connector's customer, and of the probe. */
async function createDatabases() {
  const admin = await openDatabase('postgres')
  await admin.query('create database probe')
  await admin.query('create database warehouse')
  await admin.query(`create role edge login password '${PASSWORD}'`)
  await admin.end()
  const warehouse = await openDatabase('warehouse')
  await warehouse.query(`create table claims (id integer primary key, version integer, title text,
    name text, iban text, amount numeric, status text, note text)`)
  await warehouse.query(`insert into claims values (1, 1, 'Claim', 'Name', 'IBAN', 1, 'open')`)
  await warehouse.query('grant select on claims to edge')
  await warehouse.end()
  const cluster = { superuserUrl: superuserUrl(HAPROXY, 'postgres') }
  return { ...(await emptyDatabase({ cluster })), rolePrefix: 'task_service' }
}

async function startConnector(folder: string) {
  const client = createApiClient(() => URL, API_KEY)
  const made = await client.ask<ConnectorWithToken>('POST', '/api/connectors', { name: 'site' })
  const place = join(folder, 'edge')
  mkdirSync(place)
  const policyFile = join(place, 'policy.yaml')
  writeFileSync(policyFile, writePolicy({ engine: 'postgres', host: HAPROXY, port: 5432 }))
  const edge = startEdge({
    networks: loopback,
    url: URL,
    policyFile,
    stateFolder: join(place, 'state'),
    // It cannot be used twice, so a connector that needed it again would not come back.
    env: { TASK_EDGE_TOKEN: made.enrolment_token ?? '' },
  })
  const job = { database: 'warehouse', statement: 'get_claim', params: { key: 1 } }
  const run = () =>
    client
      .ask<EdgeJobWithRows>('POST', `/api/connectors/${made.id}/run`, job)
      .then(({ rows }) => rows.length === 1)
      .catch(() => false)
  const runsJob = () => until('a job', run, Boolean, 60_000, 1_000).catch(() => false)
  if (!(await runsJob())) throw new Error(`the connector runs no job: ${edge.printed()}`)
  return {
    edge,
    runsJob,
    stop: async () => {
      client.close()
      if (edge.isRunning()) await edge.kill()
    },
  }
}
