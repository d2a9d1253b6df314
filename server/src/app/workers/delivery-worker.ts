// Webhook delivery: the dispatcher that turns events into jobs, and the runner that executes them.

import { watchLogBlocker } from '#app/maintenance/blocker-watch.ts'
import { watchSlots } from '#app/maintenance/slot-watch.ts'
import { VERSION } from '#app/version.ts'
import type { Config } from '#config/config.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { WorkContext } from '#db/context.ts'
import type { Database } from '#db/database.ts'
import {
  createDeliveryHandler,
  type DeliveryJob,
  type DispatcherOptions,
  recordPause,
  startDispatcher,
  watchBreakers,
  watchLag,
} from '#domains/deliveries/index.ts'
import { notifyPeople } from '#domains/inbox/index.ts'
import { notifyIntegrations } from '#domains/sync/index.ts'
import { matching } from '#domains/webhooks/index.ts'
import { createEgress, type Egress } from '#egress/egress.ts'
import { openQueue, type Queue } from '#jobs/queue.ts'
import { watchQueueAge } from '#jobs/queue-age.ts'
import type { OpenReceiver } from '#jobs/receiver-pool.ts'
import { Runner } from '#jobs/runner.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { observeGauge } from '#observe/metrics.ts'

export type DeliveryWorkerOptions = {
  config: Pick<Config<'database'>, 'egress' | 'webhooks' | 'http'>
  db: Database
  keyring: Keyring
  log: Pick<Logger, 'warn' | 'error'>
  /** Only proofs pass others. */
  step?: DispatcherOptions['step']
  receiverOf?: (job: DeliveryJob) => string
  ownerOf?: (job: DeliveryJob) => string
  /** Only tests pass another. */
  stalledMs?: number
}

export type DeliveryWorker = {
  /** False when the dispatcher or the runner has been stalled for a minute. */
  isAlive: () => boolean
  stop: () => Promise<void>
}

/** Leaves time for the rest of the process to end. */
const GRACE_SHARE = 0.5

export async function startDeliveryWorker(options: DeliveryWorkerOptions): Promise<DeliveryWorker> {
  const { config, db, log, step } = options
  const stalled = options.stalledMs === undefined ? {} : { stalledMs: options.stalledMs }
  const egress = createEgress(config.egress)
  const queue = await openQueue<DeliveryJob>({
    feed: db.feed,
    name: 'deliver',
    onError: (error) => log.warn({ err: error }, 'job queue maintenance failed'),
  })
  const runner = createRunner(options, { queue, egress, stalled })
  const breakers = watchBreakers({
    feed: db.feed,
    receivers: runner.receivers,
    onError: (error) => log.warn({ err: error }, 'failed to read which webhooks to retry'),
  })
  observeGauge('task_service.deliveries.in_flight', 'Deliveries in progress', () => runner.inFlight)
  const age = observeQueueAge(options, { queue, runner })
  const lag = observeLag(options)
  const dispatcher = startDispatcher({
    feed: db.feed,
    queue,
    matching,
    consumers: [notifyIntegrations, notifyPeople],
    onDispatched: () => runner.wake(),
    onError: (error) => log.error({ err: error }, 'events failed to dispatch; they are retried'),
    ...(step && { step }),
    ...stalled,
  })
  return {
    isAlive: () => dispatcher.isAlive() && runner.isAlive,
    async stop() {
      age.stop()
      lag.stop()
      breakers.stop()
      await dispatcher.stop()
      await runner.stop(config.http.shutdownGraceMs * GRACE_SHARE)
      await queue.stop()
      await egress.close()
    },
  }
}

type DeliveryRunner = ReturnType<typeof createRunner>

type Parts = {
  queue: Queue<DeliveryJob>
  egress: Egress
  runner: DeliveryRunner
  stalled: { stalledMs?: number }
}

function createRunner(
  options: DeliveryWorkerOptions,
  { queue, egress, stalled }: Pick<Parts, 'queue' | 'egress' | 'stalled'>,
) {
  const { config, db, log } = options
  const handler = createDeliveryHandler({
    egress,
    schedule: config.webhooks.schedule,
    timeoutMs: config.webhooks.timeoutMs,
    userAgent: `Task-Service/${VERSION}`,
    readInTenant: (tenantId, work) => db.tenantRead(tenantId, (tx) => work(contextOf(options, tx))),
    writeInTenant: (tenantId, work) => db.tenantTx(tenantId, (tx) => work(contextOf(options, tx))),
  })
  return new Runner({
    queue,
    handler: options.receiverOf ? { ...handler, groupOf: options.receiverOf } : handler,
    maxInFlight: config.webhooks.concurrency,
    maxBytes: config.webhooks.memoryBytes,
    ...(options.ownerOf && { ownerOf: options.ownerOf }),
    onError: (error, failed) =>
      log.error({ err: error, step: failed }, 'deliveries failed to process; they are retried'),
    // A proof that passes other receivers has no webhooks of these names.
    ...(!options.receiverOf && {
      onOpen: (receiver: OpenReceiver) => storePause(options, receiver),
    }),
    ...stalled,
  })
}

function observeQueueAge(
  { log }: DeliveryWorkerOptions,
  { queue, runner }: Pick<Parts, 'queue' | 'runner'>,
): { stop: () => void } {
  const age = watchQueueAge({
    queue,
    listBlocked: () => runner.receivers.listBlocked(),
    onError: (error) => log.warn({ err: error }, 'failed to read the age of the delivery queue'),
  })
  observeGauge(
    'task_service.delivery.queue_age_seconds',
    'Time that the oldest due delivery job has waited for a worker',
    age.seconds,
  )
  return age
}

function observeLag({ db, log }: DeliveryWorkerOptions): { stop: () => void } {
  const lag = watchLag(db.feed, (error) =>
    log.warn({ err: error }, 'failed to read the lag of the dispatcher'),
  )
  observeGauge(
    'task_service.dispatch.lag_seconds',
    'Age of the oldest undispatched event',
    () => lag.latest().seconds,
  )
  observeGauge(
    'task_service.feed.lag_seconds',
    'Age of the oldest event that the event feed does not return yet',
    () => lag.latest().feedSeconds,
  )
  const slots = watchSlots({ db, log })
  const blocker = watchLogBlocker({ db, lagSeconds: () => lag.latest().feedSeconds, log })
  return {
    stop: () => {
      lag.stop()
      blocker.stop()
      slots.stop()
    },
  }
}

/** Only shown to users: sending does not wait for it. */
function storePause(options: DeliveryWorkerOptions, receiver: OpenReceiver): void {
  options.db
    .tenantTx(receiver.owner, (tx) => recordPause(contextOf(options, tx), receiver))
    .catch((error: unknown) =>
      options.log.warn({ err: error }, 'failed to store until when a webhook is paused'),
    )
}

function contextOf({ keyring }: DeliveryWorkerOptions, tx: WorkContext['tx']): WorkContext {
  return {
    tx,
    actor: { kind: 'system', id: 'webhooks' },
    requestId: uuidv7(),
    now: new Date(),
    keyring,
  }
}
