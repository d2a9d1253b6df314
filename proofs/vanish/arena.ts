// PostgreSQL, with or without a pooler, behind connections that can go silent; an API, a worker and a webhook receiver.

import { json } from 'node:stream/consumers'
import type { EventEnvelope, Task } from '@task-service/contract'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Pgbouncer, startPgbouncer } from '../../tests/harness/network/pgbouncer.ts'
import { startReceiver } from '../../tests/harness/network/receiver.ts'
import { type SilentProxy, startSilentProxy } from '../../tests/harness/network/silent-proxy.ts'
import { type Service, startService } from '../../tests/harness/service.ts'

export type Arena = {
  cluster: Cluster
  pooler: Pgbouncer | undefined
  /** What the service connects to, and what the pooler does. */
  inFront: SilentProxy
  behindPooler: SilentProxy | undefined
  api: Service
  worker: Service
  /** When a delivery of a task's creation arrived first, by the task's id. */
  delivered: ReadonlyMap<string, number>
  stop: () => Promise<void>
}

export type ArenaOptions = {
  pooled: boolean
  statementTimeoutMs: number
  /** False switches the defense off. */
  watched: boolean
}

/** Fewer than clients: the pooler gives up a dead one only when a client waits on it. */
const SERVER_CONNECTIONS = 6

export async function openArena(options: ArenaOptions): Promise<Arena> {
  const parts: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of parts.toReversed()) await end()
  }
  try {
    return await openParts(options, parts, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function openParts(
  options: ArenaOptions,
  parts: (() => Promise<unknown>)[],
  stop: () => Promise<void>,
): Promise<Arena> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  parts.push(() => cluster.stop())
  const database = await createDatabase({ cluster })
  const behindPooler = options.pooled ? await startSilentProxy(cluster) : undefined
  if (behindPooler) parts.push(() => behindPooler.stop())
  const pooler =
    behindPooler &&
    (await startPgbouncer({
      superuserUrl: behindPooler.through(database.superuserUrl),
      logins: [database.url],
      poolSize: SERVER_CONNECTIONS,
    }))
  if (pooler) parts.push(() => pooler.stop())
  const peer = new URL(pooler?.through(database.url) ?? database.url)
  const inFront = await startSilentProxy({ port: Number(peer.port) })
  parts.push(() => inFront.stop())
  const env = {
    SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
    SERVICE_ACP_DB_STATEMENT_TIMEOUT: `${options.statementTimeoutMs}ms`,
    SERVICE_ACP_DB_POOLER: options.pooled ? 'transaction' : 'none',
    ...(!options.watched && { SERVICE_ACP_DB_RESPONSE_GRACE: 'off' }),
  }
  const start = async (role: 'api' | 'worker') => {
    const service = await startService({
      databaseUrl: inFront.through(database.url),
      env,
      args: ['--role', role],
      // A worker listens nowhere; it has come up when its first round is done.
      until: role === 'api' ? 'listening' : 'maintenance',
    })
    parts.push(() => service.kill())
    return service
  }
  const [api, worker] = [await start('api'), await start('worker')]
  const delivered = await receiveFrom(api, parts)
  return { cluster, pooler, inFront, behindPooler, api, worker, delivered, stop }
}

async function receiveFrom(
  api: Service,
  parts: (() => Promise<unknown>)[],
): Promise<ReadonlyMap<string, number>> {
  const delivered = new Map<string, number>()
  const receiver = await startReceiver((request, response) => {
    void json(request).then((event) => {
      const { data } = event as EventEnvelope & { data: Task } // the webhook asks for nothing else
      if (!delivered.has(data.id)) delivered.set(data.id, performance.now())
      response.writeHead(204).end()
    })
  })
  parts.push(() => receiver.close())
  await createWebhook(
    { url: api.url, apiKey: api.apiKey },
    { url: `http://127.0.0.1:${receiver.port}`, event_types: ['task.created'] },
  )
  return delivered
}
