// The service as tests, proofs and benches run it: the real program in a process of its own, or its API in this one.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createPluginHost } from '../../server/src/agent/host.ts'
import { buildApi } from '../../server/src/app/api.ts'
import type { ApiOptions } from '../../server/src/app/api-options.ts'
import { createEdgeConnection } from '../../server/src/app/edge-connection.ts'
import { admitKeyring } from '../../server/src/app/keyring.ts'
import type { Config } from '../../server/src/config/config.ts'
import { loadConfig } from '../../server/src/config/load.ts'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import type { Keyring } from '../../server/src/crypto/keyring.ts'
import { type Database, openDatabase } from '../../server/src/db/database.ts'
import { issueKey, readInstance } from '../../server/src/domains/keys/index.ts'
import { createTenant } from '../../server/src/domains/tenants/index.ts'
import { type Bucket, openBucket } from '../../server/src/egress/bucket/bucket.ts'
import { createEgress } from '../../server/src/egress/egress.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { createLogger } from '../../server/src/observe/log.ts'
import { testPlugins } from './agent/test-plugins.ts'
import { childEnv } from './child-env.ts'
import { openTestDatabase } from './database.ts'

export const MAIN = join(import.meta.dirname, '../../server/src/main.ts')
export const HOST_SUFFIX = 'tasks.test'
/** Of the first user of the default tenant, `admin`. */
export const UI_PASSWORD = 'violet harvest timber 9'
export const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')

export type ServiceOptions = {
  databaseUrl: string
  apiKey?: string
  /** Further or other variables; limits are off unless set here. */
  env?: Record<string, string>
}

/** Tests send more than any tenant, and wrong keys on purpose. A deployment that they ask is set the same. */
export const UNLIMITED = {
  SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: 'off',
  SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: 'off',
  SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: 'off',
  SERVICE_ACP_LIMIT_IN_FLIGHT: 'off',
  SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: 'off',
  // Most callers send every operation and wait for its answer to end.
  SERVICE_ACP_LIMIT_STREAM_DURATION: '100ms',
} as const

export function serviceEnv(options: ServiceOptions): Record<string, string> {
  return {
    DATABASE_URL: options.databaseUrl,
    SERVICE_ACP_API_KEY: options.apiKey ?? generateApiKey(),
    SERVICE_ACP_MASTER_KEY: MASTER_KEY,
    SERVICE_ACP_UI_PASSWORD: UI_PASSWORD,
    SERVICE_ACP_PORT: '0',
    SERVICE_ACP_BIND: '127.0.0.1',
    SERVICE_ACP_LOG_FORMAT: 'json',
    ...UNLIMITED,
    ...options.env,
  }
}

export type Service = {
  url: string
  apiKey: string
  process: ChildProcess
  /** Log lines so far, parsed. */
  log: Record<string, unknown>[]
  /** What it printed beside its log. */
  errors(): string
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  kill(): Promise<void>
}

/** Starts `task-service serve` and waits until it logs `until`, by default that it listens. Fails with what it printed.
 * A proof may run another `program` in its place. */
export async function startService(
  options: ServiceOptions & { args?: string[]; until?: string; program?: string },
): Promise<Service> {
  const env = serviceEnv(options)
  const program = options.program ?? MAIN
  const child = spawn(process.execPath, [program, 'serve', ...(options.args ?? [])], {
    env: childEnv(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = once(child, 'exit')
  const log: Record<string, unknown>[] = []
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const entry = parseLine(line)
      log.push(entry)
      if (entry['msg'] === (options.until ?? 'listening')) resolve(String(entry['url']))
    })
    void exited.then(([code]) => reject(new Error(`serve ended with ${code}: ${errors}`)))
  })
  return {
    url,
    apiKey: env['SERVICE_ACP_API_KEY'] ?? '',
    process: child,
    log,
    errors: () => errors,
    async stop() {
      child.kill('SIGTERM')
      const [code] = (await exited) as [number | null]
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** A process that is killed may leave half a line. */
function parseLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return { torn: line }
  }
}

export type LocalApi = {
  app: Awaited<ReturnType<typeof buildApi>>
  db: Database
  keyring: Keyring
  /** Where its attachments are, if the environment names one. */
  bucket: Bucket | null
  apiKey: string
  stop(): Promise<void>
}

/** The API inside this process, for `app.inject`; row security can be shown alone by leaving out our own filter. */
export async function buildLocalApi(
  options: ServiceOptions & {
    applicationTenantFilter?: boolean
    takesForeignChanges?: boolean
    isolatesTenants?: boolean
    /** Whether reads of a replica wait for the position of the primary. */
    checksPosition?: boolean
    mcpTools?: ApiOptions['mcpTools']
  },
): Promise<LocalApi> {
  const env = serviceEnv(options)
  const config = loadConfig({ needs: ['database', 'api', 'master'], env })
  const db = openDatabase({
    ...config.database,
    url: options.databaseUrl,
    applicationTenantFilter: options.applicationTenantFilter ?? true,
    readReplica: replicaOf(config, options.checksPosition ?? true),
  })
  const instance = await readInstance(db.auth)
  const log = createLogger({ level: 'silent', format: 'json' })
  const keyring = await admitKeyring(config.keys, { db, instance, log })
  const egress = createEgress(config.egress)
  const plugins = createPluginHost({
    plugins: testPlugins,
    egress,
    edge: createEdgeConnection({ db, keyring }),
    log,
    userAgent: 'Task-Service/test',
  })
  const bucket = config.bucket && openBucket(config.bucket)
  const app = await buildApi({
    config,
    db,
    bucket,
    instance,
    keyring,
    egress,
    plugins,
    log,
    isReady: async () => true,
    takesForeignChanges: options.takesForeignChanges ?? false,
    isolatesTenants: options.isolatesTenants ?? true,
    mcpTools: options.mcpTools,
  })
  return {
    app,
    db,
    keyring,
    bucket,
    apiKey: env['SERVICE_ACP_API_KEY'] ?? '',
    async stop() {
      await app.close()
      await Promise.all([db.close(), egress.close(), plugins.stop(), bucket?.close()])
    },
  }
}

function replicaOf({ database: { replica } }: Config<'database'>, checksPosition: boolean) {
  return replica ? { ...replica, url: replica.url.reveal(), checksPosition } : undefined
}

export type TestTenant = { id: string; slug: string; key: string; host: string }

/** A tenant of its own, reachable as `<slug>.tasks.test` when SERVICE_ACP_HOST is HOST_SUFFIX. */
export async function provisionTenant(databaseUrl: string, slug: string): Promise<TestTenant> {
  const db = openTestDatabase(databaseUrl, 1)
  try {
    return await addTenant(db, slug)
  } finally {
    await db.close()
  }
}

/** The same, over connections that are there already. */
export async function addTenant(db: Database, slug: string): Promise<TestTenant> {
  const { pepper } = await readInstance(db.auth)
  const id = uuidv7()
  const { key } = await db.tenantTx(id, async (tx) => {
    const ctx = {
      tx,
      tenant: { id, slug },
      actor: { kind: 'system' as const, id: 'test' },
      requestId: 'provision',
      now: new Date(),
      cursorSecret: pepper,
      freshnessSecret: pepper,
    }
    await createTenant(ctx, slug)
    return issueKey(ctx, pepper)
  })
  return { id, slug, key, host: `${slug}.${HOST_SUFFIX}` }
}
