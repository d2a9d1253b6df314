// Those who take part in a delivery: PostgreSQL, the API, a worker that may be killed, and a receiver.
import { startCluster } from '../cluster.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { type Receiver, startReceiver } from '../receiver/receiver.ts'
import { type Service, startService } from '../service.ts'

export type Arena = {
  database: TestDatabase
  api: Service
  receiver: Receiver
  /** What everybody else is started with. */
  env: Record<string, string>
  stop: () => Promise<void>
}

/** Tables grow within seconds here from nothing to what they would be in days; the planner should know. */
const settings = { autovacuum_naptime: '2s' }

export async function openArena(seed: number, variables: Record<string, string>): Promise<Arena> {
  const env = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8', ...variables }
  const cluster = await startCluster({ settings })
  const parts: { stop: () => Promise<unknown> }[] = [cluster]
  const stop = async () => {
    for (const part of parts.toReversed()) await part.stop()
  }
  try {
    const database = await createDatabase({ cluster })
    const receiver = await startReceiver(seed)
    parts.push(receiver)
    const api = await startService({ databaseUrl: database.url, env, args: ['--role', 'api'] })
    parts.push(api)
    return { database, api, receiver, env, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
