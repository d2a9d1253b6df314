// Reads what the jobs of one tenant are to send. A job that has nothing to do any more says which one follows it.
import type { Context } from '#db/context.ts'
import { findWebhook, openWebhookSecrets, type WebhookRow } from '#domains/webhooks/index.ts'
import { attemptJob, type DeliveryJob, type DueDelivery } from '#events/delivery-job.ts'
import { type EventRow, printEnvelope } from '#events/envelope.ts'
import type { Job, NewJob } from '#jobs/queue.ts'
import type { Prepared } from '#jobs/trade.ts'
import { encodeId } from '#lib/ids.ts'
import { type Consignment, findTenant, listConsignments } from '../store/consignments.ts'
import type { Obstacle } from '../verdict.ts'
import type { Letter, Parcel } from './parcel.ts'

type DeliveryContext = Pick<Context, 'tx' | 'keyring' | 'now'>

/** Asks about the tenant first: what a suspended one would be sent is not read. */
export async function prepareDeliveries(
  ctx: DeliveryContext,
  jobs: readonly Job<DeliveryJob>[],
): Promise<Prepared<DeliveryJob, Parcel>[] | 'suspended'> {
  const { slug, status } = (await findTenant(ctx.tx)) ?? { slug: '', status: 'active' }
  if (status === 'suspended') return 'suspended'
  if (status === 'deleting') return jobs.map(endJob)
  const [consignments, receivers] = await Promise.all([
    listConsignments(
      ctx.tx,
      jobs.flatMap(({ data }) => data.deliveries),
    ),
    readReceivers(ctx, new Set(jobs.map(({ data }) => data.webhook_id))),
  ])
  const byId = new Map(consignments.map((one) => [one.delivery_id, one]))
  return jobs.map((job) => {
    const { deliveries, bytes: _, ...data } = job.data
    const receiver = receivers.get(data.webhook_id)
    const works: Parcel[] = []
    const next: NewJob<DeliveryJob>[] = []
    for (const id of deliveries) {
      const consignment = byId.get(id)
      const due: DueDelivery = { ...data, delivery_id: id, bytes: bytesOf(consignment) }
      if (consignment && isDue(consignment, due)) {
        works.push(pack(due, consignment, receiver, slug))
      } else if (consignment) {
        next.push(...followUp(consignment, due))
      }
    }
    return { job, works, next }
  })
}

export function endJob(job: Job<DeliveryJob>): Prepared<DeliveryJob, Parcel> {
  return { job, works: [], next: [] }
}

function bytesOf(one: Consignment | undefined): number {
  return Buffer.byteLength(one?.data ?? '') + Buffer.byteLength(one?.previous ?? '')
}

function isDue({ status, round, tries }: Consignment, due: DueDelivery): boolean {
  return status === 'pending' && round === due.round && tries === due.try - 1
}

/** The attempt was recorded, but perhaps not the job for the next one: the process that did it may be gone. */
function followUp(consignment: Consignment, due: DueDelivery): NewJob<DeliveryJob>[] {
  const { status, round, tries, is_deferred: isDeferred, next_attempt_at: nextAt } = consignment
  if (status !== 'pending' || isDeferred || round !== due.round || tries < due.try) return []
  return [attemptJob({ ...due, try: tries + 1 }, nextAt)]
}

type Receiver = { webhook: WebhookRow; way: Omit<Letter, 'messageId' | 'body'> | Obstacle }

async function readReceivers(
  ctx: DeliveryContext,
  ids: ReadonlySet<string>,
): Promise<Map<string, Receiver>> {
  const receivers = new Map<string, Receiver>()
  for (const id of ids) {
    const webhook = await findWebhook(ctx.tx, id)
    if (webhook) receivers.set(id, { webhook, way: await findWay(ctx, webhook) })
  }
  return receivers
}

async function findWay(ctx: DeliveryContext, webhook: WebhookRow): Promise<Receiver['way']> {
  if (!webhook.enabled) return 'webhook_disabled'
  const secrets = await openWebhookSecrets(ctx, webhook)
  if (secrets === 'needs_reentry') return 'secret_lost'
  const { current, previous, headers } = secrets
  return { url: webhook.url, secrets: previous ? [current, previous] : [current], headers }
}

function pack(
  due: DueDelivery,
  consignment: Consignment,
  receiver: Receiver | undefined,
  slug: string,
): Parcel {
  const { webhook, way } = receiver ?? { way: 'webhook_disabled' as const }
  const event = eventOf(consignment)
  const letter =
    typeof way === 'string'
      ? way
      : event
        ? { ...way, messageId: encodeId('event', event.id), body: printEnvelope(event, slug) }
        : 'event_expired'
  return {
    due,
    webhook: {
      id: due.webhook_id,
      isOrdered: webhook?.ordering === 'task',
      failingSince: webhook?.failing_since ?? null,
    },
    subjectId: consignment.subject_id,
    letter,
  }
}

function eventOf(consignment: Consignment): EventRow | undefined {
  return consignment.data === null ? undefined : (consignment as EventRow) // all columns of the log are there, or none
}
