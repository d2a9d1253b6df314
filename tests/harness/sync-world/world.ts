// The service beside a vendor: one process that answers, one that works, a database, and the integration between them.
import { join } from 'node:path'
import type { Integration, SyncAsked, SyncRun } from '@task-service/contract'
import { generateApiKey } from '../../../server/src/crypto/api-key.ts'
import { createApiClient, until } from '../clients/api-client.ts'
import { startCluster } from '../cluster.ts'
import { createDatabase } from '../database.ts'
import { startFleet } from '../processes/fleet.ts'
import type { SyncRig, World } from './sync-rig.ts'

export type { World } from './sync-rig.ts'

export const OUT = 'out'
const CLOCK_MS = 1_000

export type WorldOptions = {
  /** A worker that does not look for its marks. */
  isForgetful?: boolean
  /** Runs in the place of the service, with both roles. */
  program?: string
  /** Of the integration. */
  settings?: object
}

/** Rigs are on this machine. */
const egress = {
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_EGRESS_PLAIN_HTTP: 'allowed-networks',
}

export async function openWorld(
  rig: SyncRig,
  { isForgetful = false, program, settings }: WorldOptions = {},
): Promise<World> {
  const cluster = await startCluster({})
  const database = await createDatabase({ cluster })
  const apiKey = generateApiKey()
  const env = { ...egress, SERVICE_ACP_API_KEY: apiKey }
  const options = { databaseUrl: database.url, size: 1, env, ...(program && { program }) }
  const api = await startFleet(options)
  const worker = await startFleet({
    ...options,
    role: 'worker',
    ...(isForgetful && { program: join(import.meta.dirname, 'forgetful-worker.ts') }),
  })
  const client = createApiClient(() => api.url(0), apiKey)
  const integration = await client.ask<Integration>('POST', '/api/integrations', {
    provider: rig.provider,
    name: 'Under proof',
    config: rig.config,
    poll_seconds: 5,
    outgoing_queue: OUT,
    ...settings,
  })
  const place = `/api/integrations/${integration.id}`
  const runs = () => client.ask<{ data: SyncRun[] }>('GET', `${place}/runs?limit=20`)
  async function ask(wanted: { full?: boolean } = {}): Promise<number> {
    const asked = Date.now() - CLOCK_MS
    // A full sync that is already running is returned to the caller; it may have passed the items that we wait for.
    const isEarlier = ({ run }: SyncAsked) =>
      wanted.full === true && run?.kind === 'full' && Date.parse(run.started_at) < asked
    const request = () => client.ask<SyncAsked>('POST', `${place}/sync`, wanted)
    await until('the end of an earlier reading', request, (reply) => !isEarlier(reply))
    return asked
  }
  return {
    rig,
    client,
    apiKey,
    api,
    worker,
    integrationId: integration.id,
    ask,
    async sync(wanted = {}, timeoutMs) {
      const asked = await ask(wanted)
      const isDone = (run: SyncRun) =>
        run.state === 'succeeded' &&
        Date.parse(run.started_at) >= asked &&
        (!wanted.full || run.kind === 'full')
      const done = await until('a reading', runs, ({ data }) => data.some(isDone), timeoutMs)
      return done.data.find(isDone) as SyncRun // waited for
    },
    async stop() {
      client.close()
      await api.stop()
      await worker.stop()
      await cluster.stop()
    },
  }
}

/** Nothing is read before the credential is there. */
export async function enterCredential({ client, integrationId, rig }: World): Promise<void> {
  const path = `/api/integrations/${integrationId}/credential`
  await client.ask('PUT', path, { secrets: rig.secrets })
}

/** What was begun and is not done yet. */
export async function countOpen({ client, integrationId }: World): Promise<number> {
  const of = `integration=${integrationId}&state`
  const open = await Promise.all([
    client.list(`/api/write-backs?${of}=planned`),
    client.list(`/api/write-backs?${of}=sent`),
    client.list(`/api/links?${of}=planned`),
  ])
  return open.flat().length
}
