// Jobs of the queue `deliver`: each asks for the same attempt of some deliveries of one webhook.
import { createHash } from 'node:crypto'
import type { NewJob } from '#jobs/queue.ts'
import { bytesToUuid } from '#lib/uuid.ts'

export type DeliveryJob = {
  tenant_id: string
  webhook_id: string
  /** Sent one by one. Together they are one job, because a job costs the database more than a delivery. */
  deliveries: readonly string[]
  round: number
  try: number
}

/** One delivery that is to be attempted. */
export type DueDelivery = Omit<DeliveryJob, 'deliveries'> & { delivery_id: string }

/** As many as a lane begins with at once; a worker that is killed keeps no more than these for itself. */
const MOST_AT_ONCE = 32

/** The same job has the same id, however often it is asked for. */
export function deliveryJob(data: DeliveryJob, startAfter?: Date | null): NewJob<DeliveryJob> {
  const name = `${data.deliveries.join(' ')}/${data.round}/${data.try}`
  const id = bytesToUuid(createHash('sha256').update(name).digest().subarray(0, 16))
  return { id, data, group: data.webhook_id, ...(startAfter && { startAfter }) }
}

/** For one delivery alone, at a time of its own. */
export function attemptJob(
  { delivery_id: id, ...data }: DueDelivery,
  startAfter: Date | null,
): NewJob<DeliveryJob> {
  return deliveryJob({ ...data, deliveries: [id] }, startAfter)
}

export function packJobs(due: readonly DueDelivery[]): NewJob<DeliveryJob>[] {
  const alike = Map.groupBy(due, (one) => `${one.webhook_id}/${one.round}/${one.try}`)
  return [...alike.values()].flatMap((ones) => {
    const jobs: NewJob<DeliveryJob>[] = []
    for (let start = 0; start < ones.length; start += MOST_AT_ONCE) {
      const some = ones.slice(start, start + MOST_AT_ONCE)
      const [first] = some
      if (!first) break
      const { delivery_id: _, ...data } = first
      jobs.push(deliveryJob({ ...data, deliveries: some.map((one) => one.delivery_id) }))
    }
    return jobs
  })
}
