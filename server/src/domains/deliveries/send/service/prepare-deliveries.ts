// Reads what the jobs of one tenant are to send. A job that has nothing to do any more says which one follows it.
import type { Context } from '#db/context.ts'
import { attemptJob, type DeliveryJob, type DueAttempt } from '#domains/deliveries/queue/index.ts'
import { findWebhook, openWebhookSecrets, type WebhookRow } from '#domains/webhooks/index.ts'
import { type EventRow, printEnvelope } from '#events/envelope.ts'
import type { Prepared } from '#jobs/job-handler.ts'
import type { Job, NewJob } from '#jobs/queue.ts'
import { encodeId } from '#lib/ids.ts'
import { type Delivery, findTenant, listDueDeliveries } from '../store.ts'
import type { Obstacle } from '../verdict.ts'
import type { DeliveryAttempt, DeliveryRequest } from './delivery-attempt.ts'

type DeliveryContext = Pick<Context, 'tx' | 'keyring' | 'now'>

/** Asks about the tenant first: what a suspended one would be sent is not read. */
export async function prepareDeliveries(
  ctx: DeliveryContext,
  jobs: readonly Job<DeliveryJob>[],
): Promise<Prepared<DeliveryJob, DeliveryAttempt>[] | 'suspended'> {
  const { slug, status } = (await findTenant(ctx.tx)) ?? { slug: '', status: 'active' }
  if (status === 'suspended' || status === 'moving') return 'suspended'
  // Of a tenant that was moved, the new cell sends what is pending.
  if (status === 'deleting' || status === 'moved') return jobs.map(endJob)
  const [found, receivers] = await Promise.all([
    listDueDeliveries(
      ctx.tx,
      jobs.flatMap(({ data }) => data.deliveries),
    ),
    readReceivers(ctx, new Set(jobs.map(({ data }) => data.webhook_id))),
  ])
  const byId = new Map(found.map((one) => [one.delivery_id, one]))
  return jobs.map((job) => {
    const { deliveries, bytes: _, ...data } = job.data
    const receiver = receivers.get(data.webhook_id)
    const works: DeliveryAttempt[] = []
    const next: NewJob<DeliveryJob>[] = []
    for (const id of deliveries) {
      const delivery = byId.get(id)
      const due: DueAttempt = { ...data, delivery_id: id, bytes: bytesOf(delivery) }
      if (delivery && isDue(delivery, due)) {
        works.push(createAttempt(due, delivery, receiver, slug))
      } else if (delivery) {
        next.push(...followUp(delivery, due))
      }
    }
    return { job, works, next }
  })
}

export function endJob(job: Job<DeliveryJob>): Prepared<DeliveryJob, DeliveryAttempt> {
  return { job, works: [], next: [] }
}

function bytesOf(one: Delivery | undefined): number {
  return Buffer.byteLength(one?.data ?? '') + Buffer.byteLength(one?.previous ?? '')
}

function isDue({ status, round, tries }: Delivery, due: DueAttempt): boolean {
  return status === 'pending' && round === due.round && tries === due.try - 1
}

/**
 * The attempt was recorded, but perhaps not the job for the next one: the process that did it may be gone. One without a
 * time was queued by the dispatcher.
 */
function followUp(delivery: Delivery, due: DueAttempt): NewJob<DeliveryJob>[] {
  const { status, round, tries, is_deferred: isDeferred, next_attempt_at: nextAt } = delivery
  if (status !== 'pending' || isDeferred || nextAt === null) return []
  if (round !== due.round || tries < due.try) return []
  return [attemptJob({ ...due, try: tries + 1 }, nextAt)]
}

type Receiver = {
  webhook: WebhookRow
  target: Omit<DeliveryRequest, 'messageId' | 'body'> | Obstacle
}

async function readReceivers(
  ctx: DeliveryContext,
  ids: ReadonlySet<string>,
): Promise<Map<string, Receiver>> {
  const receivers = new Map<string, Receiver>()
  for (const id of ids) {
    const webhook = await findWebhook(ctx.tx, id)
    if (webhook) receivers.set(id, { webhook, target: await findTarget(ctx, webhook) })
  }
  return receivers
}

async function findTarget(ctx: DeliveryContext, webhook: WebhookRow): Promise<Receiver['target']> {
  if (!webhook.enabled) return 'webhook_disabled'
  const secrets = await openWebhookSecrets(ctx, webhook)
  if (secrets === 'needs_reentry') return 'secret_lost'
  const { current, previous, headers } = secrets
  return { url: webhook.url, secrets: previous ? [current, previous] : [current], headers }
}

function createAttempt(
  due: DueAttempt,
  delivery: Delivery,
  receiver: Receiver | undefined,
  slug: string,
): DeliveryAttempt {
  const { webhook, target } = receiver ?? { target: 'webhook_disabled' as const }
  const event = eventOf(delivery)
  const request =
    typeof target === 'string'
      ? target
      : event
        ? { ...target, messageId: encodeId('event', event.id), body: printEnvelope(event, slug) }
        : 'event_expired'
  return {
    due,
    webhook: {
      id: due.webhook_id,
      isOrdered: webhook?.ordering === 'task',
      failingSince: webhook?.failing_since ?? null,
    },
    subjectId: delivery.subject_id,
    occurredAt: delivery.occurred_at,
    request,
  }
}

function eventOf(delivery: Delivery): EventRow | undefined {
  return delivery.data === null ? undefined : (delivery as EventRow) // all columns of the log are there, or none
}
