// Where attacks take place: the database with a hostile tenant and its neighbors, the receiver of their webhooks, and the
// service with its memory limited.
import { join } from 'node:path'
import { LEASE_SECONDS } from '@task-service/contract'
import { decodeId } from '../../server/src/lib/ids.ts'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook, type Owner } from '../../tests/harness/clients/webhook.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import {
  connectGithub,
  type Integration,
} from '../../tests/harness/integrations/vendor-messages.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { type LimitedProcess, limitMemory } from '../../tests/harness/processes/memory-limit.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver/receiver.ts'
import { HOST_SUFFIX, type Service, startService } from '../../tests/harness/service.ts'
import {
  createAgent,
  createAgentClient,
  createTasks,
} from '../../tests/harness/work/agent-client.ts'
import { queues as loadedQueues } from '../../tools/load/task-words.ts'
import { loadDataset } from '../../tools/load.ts'
import type { ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { EMPTY_QUEUE, type Target } from './attack.ts'
import type { AttackName } from './attacks.ts'
import { startHostileReceiver } from './hostile-receiver.ts'
import { createLargeTask } from './large-task.ts'
import { NEIGHBOR_AGENT } from './neighbors.ts'
import { startTarpit } from './tarpit.ts'
import { absences, WITHOUT_LIMIT } from './without-limit.ts'

const LIMIT_MIB = 1_024
const HELD_QUEUE = 'held'

type Size = {
  tasks: number
  largeTasks: number
  retries: number
  alone: number
  each: number
  together: number
}

const ciSize: Size = {
  tasks: 100_000,
  largeTasks: 200,
  retries: 20_000,
  alone: 15,
  each: 10,
  together: 30,
}
const fullSize: Size = {
  tasks: 200_000,
  largeTasks: 600,
  retries: 200_000,
  alone: 60,
  each: 45,
  together: 180,
}

/** Limits as shipped, which the harness otherwise switches off. */
const asShipped = {
  SERVICE_ACP_HOST: HOST_SUFFIX,
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: '12000',
  SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: '600',
  SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: '50',
  SERVICE_ACP_LIMIT_IN_FLIGHT: '1000',
  SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: '1s',
  // Detected automatically in a container: here, the limit is set after the start.
  SERVICE_ACP_PLUGIN_MEMORY: `${Math.floor(0.45 * LIMIT_MIB)}MiB`,
}

const UNLIMITED_MAIN = join(import.meta.dirname, 'unlimited-main.ts')

export type Site = {
  databaseUrl: string
  superuserUrl: string
  hostile: { id: string; failingWebhook: string }
  receiver: Receiver
  target: Omit<Target, 'url'>
  integrations: readonly Integration[]
  size: Size
}

/** The database with its tenants, the receiver and the tarpit; services come and go in front of them. */
export async function withSite(
  { full, seed }: ProofOptions,
  work: (site: Site) => Promise<Verdict>,
): Promise<Verdict> {
  const size = full ? fullSize : ciSize
  const stops: (() => unknown)[] = []
  try {
    const cluster = await startCluster()
    stops.push(() => cluster.stop())
    const { url: databaseUrl, superuserUrl } = await createDatabase({ cluster })
    const [hostile, ...neighbors] = await provisionTenants(superuserUrl, 3)
    if (!hostile) throw new Error('there is no hostile tenant')
    await loadDataset(databaseUrl, { tenants: 1, tasks: size.tasks, skew: 0, log: () => {} })
    await withAdmin(superuserUrl, (admin) => admin.query('analyze'))
    const receiver = await startReceiver(seed)
    stops.push(() => receiver.stop())
    const tarpit = await startTarpit()
    stops.push(() => tarpit.stop())
    const hostileReceiver = await startHostileReceiver()
    stops.push(() => hostileReceiver.stop())
    const prepared = await withService({ databaseUrl }, async ({ service: { url } }) => {
      const owner = ownerOf(url, hostile)
      // For ordering and for filters, the dispatcher has to read the content of events.
      const ok = `${hostileReceiver.url}/ok`
      await createWebhook(owner, { url: ok, ordering: 'task' })
      await createWebhook(owner, { url: ok, filter: { 'data.queue': ['large'] } })
      const failing = `${hostileReceiver.url}/failing`
      // For planted retries only: no event of this type occurs.
      const { id } = await createWebhook(owner, { url: failing, event_types: ['task.deleted'] })
      for (const one of neighbors) {
        const event_types = ['task.created' as const]
        const receiverUrl = receiver.url('good', 'neighbors')
        await createWebhook(ownerOf(url, one), { url: receiverUrl, event_types })
      }
      const integrations = await Promise.all(neighbors.map((one) => connectGithub(url, one)))
      const { id: integrationId } = await connectGithub(url, hostile)
      const base = { host: hostile.host, key: hostile.key, tarpitUrl: tarpit.url, integrationId }
      const claiming = await prepareClaims(owner)
      for (const one of neighbors) await createAgent(ownerOf(url, one), { name: NEIGHBOR_AGENT })
      const failingReceivers = [failing, `${hostileReceiver.url}/silent`]
      const largeTasks: string[] = []
      while (largeTasks.length < size.largeTasks) {
        largeTasks.push(await createLargeTask({ ...base, url }))
      }
      return {
        integrations,
        hostile: { id: hostile.id, failingWebhook: decodeId('webhook', id) ?? '' },
        target: { ...base, ...claiming, commonWord: 'reference', largeTasks, failingReceivers },
      }
    })
    return await work({ databaseUrl, superuserUrl, receiver, size, ...prepared })
  } finally {
    for (const stop of stops.toReversed()) await stop()
  }
}

/** An agent that may claim from all queues, and one of its runs. */
async function prepareClaims(owner: Owner): Promise<Pick<Target, 'agent' | 'heldRun'>> {
  const agent = 'hostile'
  const queues = [EMPTY_QUEUE, HELD_QUEUE, ...loadedQueues]
  const token = await createAgent(owner, { name: agent, queues })
  await createTasks(owner, [{ title: 'Held', queue: HELD_QUEUE }])
  const caller = createApiCaller(1)
  try {
    const client = createAgentClient(caller, { ...owner, token })
    const [held] = await client.claim({ queues: [HELD_QUEUE], lease_seconds: LEASE_SECONDS.max })
    if (!held) throw new Error('nothing can be claimed')
    return { agent, heldRun: held.run.id }
  } finally {
    caller.close()
  }
}

export type Running = { service: Service; memory: LimitedProcess }

/** With `without`, the service has no limits against that attack. */
export async function withService<T>(
  { databaseUrl, without }: { databaseUrl: string; without?: AttackName },
  work: (running: Running) => Promise<T>,
): Promise<T> {
  const service = await startService({
    databaseUrl,
    env: {
      ...asShipped,
      ...(without && { ...absences[without].env, [WITHOUT_LIMIT]: without }),
    },
    ...(without && { program: UNLIMITED_MAIN }),
  })
  const memory = limitMemory(service.process.pid ?? 0, LIMIT_MIB)
  try {
    return await work({ service, memory })
  } finally {
    await service.kill()
    await memory.release()
  }
}

const ownerOf = (url: string, { key, host }: BenchTenant) => ({ url, apiKey: key, host })
