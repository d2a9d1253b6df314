// What jobs of the queue `deliver` mean: read, send, write down.
import type { WorkContext } from '#db/context.ts'
import { bytesOfJob, type DeliveryJob, deliveryJob, totalBytes } from '#events/delivery-job.ts'
import { holdDeliveries } from '#events/hold-deliveries.ts'
import type { Trade } from '#jobs/trade.ts'
import type { Parcel, Receipt } from './service/parcel.ts'
import { endJob, prepareDeliveries } from './service/prepare-deliveries.ts'
import { recordDeliveries } from './service/record-deliveries.ts'
import { type SendOptions, sendDelivery } from './service/send-delivery.ts'

type InTenant = <T>(tenantId: string, work: (ctx: WorkContext) => Promise<T>) => Promise<T>

export type DeliveryTradeOptions = SendOptions & {
  schedule: readonly number[]
  /** In a transaction of the tenant; the first only reads. */
  readInTenant: InTenant
  writeInTenant: InTenant
}

export function createDeliveryTrade(
  options: DeliveryTradeOptions,
): Trade<DeliveryJob, Parcel, Receipt> {
  const { readInTenant, writeInTenant, schedule } = options
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
    perform: (parcel, signal) => sendDelivery(options, parcel, signal),
    moodOf: (receipt) => receipt.verdict.mood,
    record: (tenantId, done) =>
      writeInTenant(tenantId, (ctx) =>
        recordDeliveries(
          ctx,
          schedule,
          done.map(({ work, result }) => ({ parcel: work, receipt: result })),
        ),
      ),
    remainder: (job, parcels) => {
      const due = parcels.map((parcel) => parcel.due)
      const deliveries = due.map((one) => one.delivery_id)
      return deliveryJob({ ...job, deliveries, bytes: totalBytes(due) })
    },
  }
}
