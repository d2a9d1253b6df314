// One API process, one worker that can be killed, and a tracker that can hold its readers.
import { join } from 'node:path'
import type { Integration, SyncRun } from '@task-service/contract'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { type ApiClient, createApiClient, until } from '../../tests/harness/clients/api-client.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Fleet, startFleet } from '../../tests/harness/processes/fleet.ts'
import { type HeldTracker, startHeldTracker } from '../../tests/harness/sync/held-tracker.ts'

export type Stage = {
  client: ApiClient
  tracker: HeldTracker
  worker: Fleet
  /** Connects the tracker once more; the first sync starts automatically. */
  connect: (name: string) => Promise<string>
  readAll: (id: string) => Promise<void>
  findRunning: (id: string) => Promise<SyncRun>
  countLinks: (id: string) => Promise<number>
  stop: () => Promise<void>
}

/** Nothing is read but what is asked for. */
const POLL_SECONDS = 86_400

const isRead = (runs: SyncRun[]) => runs.some(({ state }) => state === 'succeeded')

export async function openStage({ isCareless }: { isCareless: boolean }): Promise<Stage> {
  const tracker = await startHeldTracker()
  const cluster = await startCluster({})
  const database = await createDatabase({ cluster })
  const apiKey = generateApiKey()
  const options = {
    databaseUrl: database.url,
    size: 1,
    env: {
      SERVICE_ACP_API_KEY: apiKey,
      SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
      SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks',
    },
    ...(isCareless && { program: join(import.meta.dirname, 'careless-main.ts') }),
  }
  const api = await startFleet(options)
  const worker = await startFleet({ ...options, role: 'worker' })
  const client = createApiClient(() => api.url(0), apiKey)
  const listRuns = async (id: string) =>
    (await client.ask<{ data: SyncRun[] }>('GET', `/api/integrations/${id}/runs`)).data
  return {
    client,
    tracker,
    worker,
    async connect(name) {
      const { id } = await client.ask<Integration>('POST', '/api/integrations', {
        provider: 'github',
        name,
        config: tracker.config,
        poll_seconds: POLL_SECONDS,
      })
      const place = `/api/integrations/${id}`
      await client.ask('PUT', `${place}/credential`, { secrets: tracker.secrets })
      return id
    },
    async readAll(id) {
      await until('everything is read', () => listRuns(id), isRead)
    },
    async findRunning(id) {
      const run = (await listRuns(id)).find(({ state }) => state === 'running')
      if (!run) throw new Error('nothing is being read')
      return run
    },
    countLinks: async (id) => (await client.list(`/api/links?integration=${id}`)).length,
    async stop() {
      client.close()
      await api.stop()
      await worker.stop()
      await cluster.stop()
      await tracker.close()
    },
  }
}
