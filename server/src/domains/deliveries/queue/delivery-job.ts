// Jobs of the queue `deliver`: each is the same attempt of some deliveries of one webhook.
import { createHash } from 'node:crypto'
import type { NewJob } from '#jobs/queue.ts'
import { bytesToUuid } from '#lib/uuid.ts'

export type DeliveryJob = {
  tenant_id: string
  webhook_id: string
  /** Sent one by one. They share a job, because a job costs the database more than a delivery. */
  deliveries: readonly string[]
  round: number
  try: number
  /** Of the events together; absent in jobs of earlier releases. */
  bytes?: number
}

/** One attempt of one delivery that is due. */
export type DueAttempt = Omit<DeliveryJob, 'deliveries'> & { delivery_id: string }

/** As many as a receiver starts with concurrently; a killed worker blocks no more than these. */
const MOST_AT_ONCE = 32
/** A job is taken as a whole, so it must not need more memory than becomes free soon. */
const MOST_BYTES = 1024 * 1024

/** The same job always has the same ID. */
export function deliveryJob(data: DeliveryJob, startAfter?: Date | null): NewJob<DeliveryJob> {
  const name = `${data.deliveries.join(' ')}/${data.round}/${data.try}`
  const id = bytesToUuid(createHash('sha256').update(name).digest().subarray(0, 16))
  return { id, data, group: data.webhook_id, ...(startAfter && { startAfter }) }
}

/** For a single delivery, with its own start time. */
export function attemptJob(
  { delivery_id: id, ...data }: DueAttempt,
  startAfter: Date | null,
): NewJob<DeliveryJob> {
  return deliveryJob({ ...data, deliveries: [id] }, startAfter)
}

export function packJobs(
  due: readonly DueAttempt[],
  startAfter?: Date | null,
): NewJob<DeliveryJob>[] {
  const alike = Map.groupBy(due, (one) => `${one.webhook_id}/${one.round}/${one.try}`)
  return [...alike.values()].flatMap((ones) =>
    splitBySize(ones).flatMap((some) => {
      const [first] = some
      if (!first) return []
      const { delivery_id: _, ...data } = first
      const deliveries = some.map((one) => one.delivery_id)
      return [deliveryJob({ ...data, deliveries, bytes: totalBytes(some) }, startAfter)]
    }),
  )
}

/** If the size is unknown: the default maximum of a request. */
const ASSUMED_BYTES = 1024 * 1024

export function totalBytes(due: readonly DueAttempt[]): number {
  return due.reduce((sum, { bytes = ASSUMED_BYTES }) => sum + bytes, 0)
}

export function bytesOfJob({ bytes, deliveries }: DeliveryJob): number {
  return bytes ?? deliveries.length * ASSUMED_BYTES
}

function splitBySize(due: readonly DueAttempt[]): DueAttempt[][] {
  const parts: DueAttempt[][] = []
  let part: DueAttempt[] = []
  let bytes = 0
  for (const one of due) {
    const more = totalBytes([one])
    if (part.length === 0 || part.length === MOST_AT_ONCE || bytes + more > MOST_BYTES) {
      part = []
      parts.push(part)
      bytes = 0
    }
    part.push(one)
    bytes += more
  }
  return parts
}
