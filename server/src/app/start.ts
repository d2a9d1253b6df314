// Starts the roles of one process, and shuts them down gracefully.
import type { Config } from '#config/config.ts'
import { summarizeConfig } from '#config/summary.ts'
import { openDatabase } from '#db/database.ts'
import { refuseForeignLog } from '#db/migrate.ts'
import { openIntegrationSecret } from '#domains/integrations/index.ts'
import { readInstance } from '#domains/keys/index.ts'
import { openBucket } from '#egress/bucket/bucket.ts'
import { createEgress } from '#egress/egress.ts'
import { listen } from '#http/admission/listen.ts'
import { byteLimits } from '#lib/limits/byte-limits.ts'
import type { Logger } from '#observe/log.ts'
import { observeGauge } from '#observe/metrics.ts'
import { startTracing } from '#observe/trace.ts'
import { startWorkerHealth } from '#observe/worker-health.ts'
import { buildApi } from './api.ts'
import type { ApiOptions } from './api-options.ts'
import { createEdgeConnection } from './edge-connection.ts'
import { provideFirstUser } from './first-user.ts'
import { admitKeyring } from './keyring.ts'
import { createLifecycle } from './lifecycle.ts'
import { openPluginHost } from './plugin-host.ts'
import { readiness, refuseUnfitSchema } from './readiness.ts'
import { observeReplica, replicaOptions } from './replica/replica-parts.ts'
import { VERSION } from './version.ts'
import { startDeliveryWorker } from './workers/delivery-worker.ts'
import { type DigestWorker, startDigestWorker } from './workers/digest-worker.ts'
import { startFileWorker } from './workers/file-worker.ts'
import { startImportWorker } from './workers/import-worker.ts'
import { startInboxWorker } from './workers/inbox-worker.ts'
import { startQueueWorker } from './workers/queue-worker.ts'
import { startScheduleWorker } from './workers/schedule-worker.ts'
import { startSyncWorker } from './workers/sync-worker.ts'
import { startWorker } from './workers/worker.ts'

export type Roles = { api: boolean; worker: boolean }

/** Time for load balancers to see that `/readyz` returns 503. */
const NOTICE_MS = 1_000

type Lifecycle = ReturnType<typeof createLifecycle>

export async function startRoles(
  config: Config<'database' | 'api' | 'master'>,
  roles: Roles,
  log: Logger,
): Promise<Lifecycle & { url?: string }> {
  const lifecycle = createLifecycle(log, NOTICE_MS + config.http.shutdownGraceMs)
  try {
    const url = await startParts(config, roles, log, lifecycle)
    return Object.assign(lifecycle, url === undefined ? {} : { url })
  } catch (error) {
    await lifecycle.stop()
    throw error
  }
}

async function startParts(
  config: Config<'database' | 'api' | 'master'>,
  roles: Roles,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<string | undefined> {
  log.info({ version: VERSION, roles, config: summarizeConfig(config) }, 'starting')
  for (const warning of config.warnings) log.warn(warning, 'configuration')
  const tracing = await startTracing()
  lifecycle.started({ name: 'tracing', stop: tracing.stop })
  await startMetrics(config, lifecycle)
  const db = openDatabase({
    ...config.database,
    url: config.database.url.reveal(),
    // Only requests have expensive reads.
    expensiveReadTimeoutMs: roles.api ? config.database.expensiveReadTimeoutMs : null,
    readReplica: roles.api ? replicaOptions(config, log) : undefined,
    onPoolError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    onSilence: ({ silentMs, connections }) =>
      log.warn(
        { unresponsive_ms: Math.round(silentMs), connections },
        'PostgreSQL stopped responding; its connections were closed',
      ),
  })
  lifecycle.started({ name: 'database', stop: db.close })
  observeGauge(
    'task_service.db.waiting',
    'Transactions waiting for a database connection',
    db.waiting,
  )
  observeGauge(
    'task_service.db.unconfirmed_commits',
    'Commits that PostgreSQL has not confirmed within SERVICE_ACP_DB_COMMIT_TIMEOUT',
    db.unconfirmedCommits,
  )
  observeReplica(db.replica)
  await refuseUnfitSchema(db, config.database.rolePrefix)
  const { rolePrefix } = config.database
  await refuseForeignLog({ databaseUrl: config.database.url.reveal(), rolePrefix })
  const instance = await readInstance(db.auth)
  const keyring = await admitKeyring(config.keys, { db, instance, log })
  const egress = createEgress(config.egress)
  lifecycle.started({ name: 'egress', stop: egress.close })
  const plugins = await openPluginHost({
    config,
    roles,
    egress,
    edge: createEdgeConnection({ db, keyring }),
    log,
  })
  lifecycle.started({ name: 'integrations', stop: plugins.stop })
  const bucket = config.bucket && openBucket(config.bucket)
  if (bucket) lifecycle.started({ name: 'bucket', stop: bucket.close })
  const parts = { config, log, db, keyring, plugins, bucket }
  if (roles.worker) await startWorkers(lifecycle, roles, { ...parts, instance })
  if (!roles.api) return undefined
  await provideFirstUser({ config, db, instance, log })
  return startApi(lifecycle, { ...parts, instance, egress })
}

async function startWorkers(
  lifecycle: Lifecycle,
  roles: Roles,
  parts: Pick<ApiOptions, 'config' | 'db' | 'instance' | 'keyring' | 'plugins' | 'bucket'> & {
    log: Logger
  },
): Promise<void> {
  const { config, db, keyring, log } = parts
  const worker = startWorker({ config, db, log })
  lifecycle.started({ name: 'worker', stop: worker.stop })
  const deliveries = await startDeliveryWorker({ config, db, keyring, log })
  lifecycle.started({ name: 'deliveries', stop: deliveries.stop })
  const sync = startSyncWorker({
    db,
    keyring,
    log,
    host: parts.plugins,
    openSecret: openIntegrationSecret,
    // A sync without a plugin process would only wait and block others.
    concurrency: Math.min(config.integrations.concurrency, parts.plugins.syncSlots),
    limits: byteLimits(config.limits),
  })
  lifecycle.started({ name: 'sync', stop: sync.stop })
  const queues = startQueueWorker({ db, keyring, log, limits: byteLimits(config.limits) })
  lifecycle.started({ name: 'queues', stop: queues.stop })
  const files = startFileWorker({ db, bucket: parts.bucket ?? null, log })
  lifecycle.started({ name: 'files', stop: files.stop })
  const inbox = startInboxWorker({ db, log })
  lifecycle.started({ name: 'inbox', stop: inbox.stop })
  const schedules = startScheduleWorker({ db, keyring, log, limits: byteLimits(config.limits) })
  lifecycle.started({ name: 'schedules', stop: schedules.stop })
  const imports = startImportWorker({ db, keyring, log, limits: byteLimits(config.limits) })
  lifecycle.started({ name: 'imports', stop: imports.stop })
  const digests = startDigests(lifecycle, parts)
  if (!roles.api) {
    const { port, bind: host } = config.http
    const loops = [sync, deliveries, queues, inbox, schedules, imports, ...digests]
    const isAlive = () => loops.every((loop) => loop.isAlive())
    const health = await startWorkerHealth({ port, host, isAlive, log })
    lifecycle.started({ name: 'health', stop: health.stop })
  }
  log.info('worker started')
}

/** None without an SMTP server. */
function startDigests(
  lifecycle: Lifecycle,
  { config, db, instance, log }: Pick<ApiOptions, 'config' | 'db' | 'instance' | 'log'>,
): DigestWorker[] {
  const { mail, http } = config
  if (!mail) return []
  const digests = startDigestWorker({ db, mail, http, pepper: instance.pepper, log })
  lifecycle.started({ name: 'digests', stop: digests.stop })
  return [digests]
}

async function startMetrics(
  config: Config<'database' | 'api' | 'master'>,
  lifecycle: Lifecycle,
): Promise<void> {
  if (config.metrics.port === null) return
  const { startMetricsServer } = await import('#observe/metrics-server.ts')
  const server = await startMetricsServer(config.metrics.port, config.http.bind)
  lifecycle.started({ name: 'metrics', stop: server.stop })
}

async function startApi(lifecycle: Lifecycle, parts: Omit<ApiOptions, 'isReady'>): Promise<string> {
  const { isReady, stop } = readiness(parts.db)
  const app = await buildApi({ ...parts, isReady })
  let draining = false
  app.addHook('onSend', async (_request, reply) => {
    // Keep-alive clients then open their next connection to another process.
    if (draining) reply.header('connection', 'close')
  })
  const { port, bind: host } = parts.config.http
  const url = await listen(app, { port, host })
  lifecycle.started({
    name: 'api',
    stop: async () => {
      stop()
      draining = true
      await new Promise((resume) => setTimeout(resume, NOTICE_MS))
      await app.close()
    },
  })
  parts.log.info({ url }, 'listening')
  return url
}
