// The handler of the queue `deliver`: read, send, record.
import type { WorkContext } from '#db/context.ts'
import {
  bytesOfJob,
  type DeliveryJob,
  deliveryJob,
  holdDeliveries,
  totalBytes,
} from '#domains/deliveries/queue/index.ts'
import type { JobHandler } from '#jobs/job-handler.ts'
import { observeDelivery } from '#observe/metrics.ts'
import type { AttemptResult, DeliveryAttempt } from './service/delivery-attempt.ts'
import { createDeliveryDelays } from './service/delivery-delays.ts'
import { endJob, prepareDeliveries } from './service/prepare-deliveries.ts'
import { recordDeliveries } from './service/record-deliveries.ts'
import { type SendOptions, sendDelivery } from './service/send-delivery.ts'

type InTenant = <T>(tenantId: string, work: (ctx: WorkContext) => Promise<T>) => Promise<T>

export type DeliveryHandlerOptions = SendOptions & {
  schedule: readonly number[]
  /** In a transaction of the tenant; the first only reads. */
  readInTenant: InTenant
  writeInTenant: InTenant
}

export function createDeliveryHandler(
  options: DeliveryHandlerOptions,
): JobHandler<DeliveryJob, DeliveryAttempt, AttemptResult> {
  const { readInTenant, writeInTenant, schedule } = options
  const delays = createDeliveryDelays()
  return {
    groupOf: (job) => job.webhook_id,
    sizeOf: (job) => job.deliveries.length,
    bytesOf: bytesOfJob,
    prepare: async (tenantId, jobs) => {
      const prepared = await readInTenant(tenantId, (ctx) => prepareDeliveries(ctx, jobs))
      if (prepared !== 'suspended') return prepared
      const asked = jobs.map(({ data }) => data)
      await writeInTenant(tenantId, ({ tx }) => holdDeliveries(tx, asked))
      return jobs.map(endJob)
    },
    perform: async (attempt, signal) => {
      const result = await sendDelivery(options, attempt, signal)
      if (result) {
        const delayMs = delays.measure(attempt, result)
        observeDelivery(result.verdict.error ?? 'delivered', delayMs)
      }
      return result
    },
    healthOf: (result) => result.verdict.health,
    record: (tenantId, done) =>
      writeInTenant(tenantId, (ctx) =>
        recordDeliveries(
          ctx,
          schedule,
          done.map(({ work, result }) => ({ attempt: work, result })),
        ),
      ),
    remainder: (job, attempts) => {
      const due = attempts.map((attempt) => attempt.due)
      const deliveries = due.map((one) => one.delivery_id)
      return deliveryJob({ ...job, deliveries, bytes: totalBytes(due) })
    },
  }
}
