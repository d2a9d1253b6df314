// Operations on deliveries bound to the rules; nothing is parsed or decided here.
import type { Delivery } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import {
  getDelivery,
  listDeliveryLog,
  listDeliveryPage,
  readHealth,
  readHealthPage,
  recover,
  resendDeliveries,
  resendDelivery,
  retryWebhook,
  sendTest,
} from './manage/index.ts'

function accepted(delivery: Delivery) {
  const headers = { location: `/api/deliveries/${delivery.id}` }
  return { status: 202 as const, body: delivery, headers }
}

export const routes = {
  'webhooks.health': async (ctx, { query }) => ({
    status: 200,
    body: await readHealthPage(ctx, query),
  }),
  'webhooks.get_health': async (ctx, { params }) => ({
    status: 200,
    body: await readHealth(ctx, params.webhook),
  }),
  'webhooks.retry': async (ctx, { params }) => ({
    status: 200,
    body: await retryWebhook(ctx, params.webhook),
  }),
  'webhooks.test': async (ctx, { params }) => accepted(await sendTest(ctx, params.webhook)),
  'webhooks.recover': async (ctx, { params, body }) => ({
    status: 200,
    body: await recover(ctx, params.webhook, body),
  }),
  'deliveries.list': async (ctx, { params, query }) => ({
    status: 200,
    body: await listDeliveryPage(ctx, params.webhook, query),
  }),
  'deliveries.log': async (ctx, { query }) => ({
    status: 200,
    body: await listDeliveryLog(ctx, query),
  }),
  'deliveries.get': async (ctx, { params }) => ({
    status: 200,
    body: await getDelivery(ctx, params.delivery),
  }),
  'deliveries.resend_many': async (ctx, { body }) => ({
    status: 200,
    body: await resendDeliveries(ctx, body),
  }),
  'deliveries.resend': async (ctx, { params }) =>
    accepted(await resendDelivery(ctx, params.delivery)),
} satisfies Routes
