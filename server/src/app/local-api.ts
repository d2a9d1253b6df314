// The API inside a command: the same operations, checks and events as over HTTP, but without a port, rate limits and workers.
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config/config.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { readInstance } from '#domains/keys/index.ts'
import { openBucket } from '#egress/bucket/bucket.ts'
import { createEgress } from '#egress/egress.ts'
import { createLogger } from '#observe/log.ts'
import { buildApi } from './api.ts'
import { createEdgeConnection } from './edge-connection.ts'
import { admitKeyring } from './keyring.ts'
import { openPluginHost } from './plugin-host.ts'
import { refuseUnfitSchema } from './readiness.ts'

export type LocalApi = {
  app: FastifyInstance
  db: Database
  pepper: Buffer
  /** Why webhooks and integrations may not connect to a URL. */
  findEgressFault(url: string): Promise<string | undefined>
  stop(): Promise<void>
}

type ApiConfig = Config<'database' | 'api' | 'master'>

const isReady = async () => true

/** The caller is the operator: only limits that protect against other callers are off. */
function withoutRequestLimits(config: ApiConfig): ApiConfig {
  const off = { requestsPerMinute: null, inFlight: null, eventLoopDelayMs: null }
  return { ...config, limits: { ...config.limits, ...off } }
}

export async function openLocalApi(given: ApiConfig): Promise<LocalApi> {
  const config = withoutRequestLimits(given)
  const db = openDatabase({ ...config.database, url: config.database.url.reveal() })
  const egress = createEgress(config.egress)
  try {
    await refuseUnfitSchema(db, config.database.rolePrefix)
    const instance = await readInstance(db.auth)
    const log = createLogger({ level: 'silent', format: 'json' })
    const keyring = await admitKeyring(config.keys, { db, instance, log })
    const roles = { api: true, worker: false }
    const edge = createEdgeConnection({ db, keyring })
    const plugins = await openPluginHost({ config, roles, egress, edge, log })
    const bucket = config.bucket && openBucket(config.bucket)
    const parts = { config, db, bucket, instance, keyring, egress, plugins, log, isReady }
    const app = await buildApi(parts)
    return {
      app,
      db,
      pepper: instance.pepper,
      findEgressFault: async (url) => (await egress.findFault(url))?.detail,
      async stop() {
        await app.close()
        await Promise.all([db.close(), egress.close(), plugins.stop(), bucket?.close()])
      },
    }
  } catch (error) {
    await Promise.all([db.close(), egress.close()])
    throw error
  }
}
