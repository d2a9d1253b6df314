// PostgreSQL, an API process and a worker with metrics, a webhook receiver, and Prometheus with the shortened rules.
import { Client } from 'pg'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import {
  createWebhook,
  deleteWebhook,
  type NewWebhook,
} from '../../tests/harness/clients/webhook.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { type Prometheus, startPrometheus } from '../../tests/harness/monitoring/prometheus.ts'
import { startReceiver } from '../../tests/harness/network/receiver.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import type { RuleGroup } from '../../tools/monitoring/rules.ts'
import { startTraffic, type Traffic } from './traffic.ts'

export type Role = 'api' | 'worker'

export type Installation = {
  url: () => string
  apiKey: string
  prometheus: Prometheus
  traffic: Traffic
  /** A new connection of a superuser, to this database or to `postgres` of the same server. */
  connect: (database?: 'postgres') => Promise<Client>
  start: (role: Role) => Promise<void>
  kill: (role: Role) => Promise<void>
  addWebhook: () => Promise<NewWebhook>
  removeWebhook: (webhook: NewWebhook) => Promise<void>
  stop: () => Promise<void>
}

const PROGRAM = `${import.meta.dirname}/quick-main.ts`
/** Longer than the locks that make requests slow, so that those succeed. */
const STATEMENT_TIMEOUT = '6s'

export async function startInstallation(groups: readonly RuleGroup[]): Promise<Installation> {
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    return await startParts(groups, ends, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts(
  groups: readonly RuleGroup[],
  ends: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Installation> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  ends.push(() => cluster.stop())
  const database = await createDatabase({ cluster })
  const receiver = await startReceiver((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  })
  ends.push(() => receiver.close())
  const { services, start, apiKey, ports } = await startProcesses(database.url, ends)
  const prometheus = await startPrometheus({ targets: ports, groups, interval: '1s' })
  ends.push(() => prometheus.stop())
  const url = () => services.api?.url ?? ''
  const owner = () => ({ url: url(), apiKey })
  await addField(url(), apiKey)
  const traffic = startTraffic(url, apiKey)
  ends.push(() => traffic.close())
  return {
    url,
    apiKey,
    prometheus,
    traffic,
    async connect(other) {
      const connectionString = other ? cluster.superuserUrl : database.superuserUrl
      const client = new Client({ connectionString })
      await client.connect()
      ends.push(() => client.end())
      return client
    },
    start,
    kill: async (role) => services[role]?.kill(),
    addWebhook: () =>
      createWebhook(owner(), {
        url: `http://127.0.0.1:${receiver.port}`,
        event_types: ['task.created'],
      }),
    removeWebhook: (webhook) => deleteWebhook(owner(), webhook),
    stop,
  }
}

async function startProcesses(databaseUrl: string, ends: (() => Promise<unknown>)[]) {
  const services: Partial<Record<Role, Service>> = {}
  const metrics = { api: await findFreePort(), worker: await findFreePort() }
  let apiKey: string | undefined
  async function start(role: Role): Promise<void> {
    const service = await startService({
      databaseUrl,
      ...(apiKey !== undefined && { apiKey }),
      env: {
        SERVICE_ACP_METRICS_PORT: String(metrics[role]),
        SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
        SERVICE_ACP_DB_STATEMENT_TIMEOUT: STATEMENT_TIMEOUT,
        SERVICE_ACP_DB_COMMIT_TIMEOUT: '1s',
        SERVICE_ACP_LIMIT_IN_FLIGHT: '24',
      },
      args: ['--role', role],
      program: PROGRAM,
      until: role === 'api' ? 'listening' : 'maintenance',
    })
    apiKey ??= service.apiKey
    services[role] = service
  }
  ends.push(() => Promise.all(Object.values(services).map((service) => service.kill())))
  await start('api')
  await start('worker')
  return { services, start, apiKey: apiKey ?? '', ports: Object.values(metrics) }
}

async function addField(url: string, apiKey: string): Promise<void> {
  const caller = createApiCaller()
  const answer = await caller.call(`${url}/api/fields`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey },
    body: { name: 'Points', type: 'number', key: 'points' },
  })
  caller.close()
  if (answer.status !== 201) throw new Error(`POST /api/fields: ${answer.status} ${answer.body}`)
}
