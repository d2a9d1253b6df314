// Operations on webhooks bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT, type Webhook } from '@task-service/contract'
import type { Egress } from '#egress/egress.ts'
import type { Prechecks, Routes } from '#http/route.ts'
import { changeWebhook, removeWebhook } from './service/change-webhook.ts'
import { checkUrl } from './service/check-url.ts'
import {
  createWebhook,
  type WebhookAndSecret,
  type WebhookLimits,
} from './service/create-webhook.ts'
import { getWebhook, listPage } from './service/get-webhook.ts'
import { rotateSecret } from './service/rotate-secret.ts'
import { testFilter } from './service/test-filter.ts'

function etag({ version }: Webhook): { etag: string } {
  return { etag: `"${version}"` }
}

/** The secret is in the answer and not in what is kept of it. */
function revealOnce({ webhook, secret }: WebhookAndSecret) {
  return { body: { ...webhook, secret: secret.reveal() }, keptBody: webhook }
}

export function createRoutes(limits: WebhookLimits) {
  return {
    'webhooks.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, page) }
    },
    'webhooks.create': async (ctx, { body }) => {
      const made = await createWebhook(ctx, body, limits)
      const headers = { location: `/api/webhooks/${made.webhook.id}`, ...etag(made.webhook) }
      return { status: 201, ...revealOnce(made), headers }
    },
    'webhooks.get': async (ctx, { params }) => {
      const webhook = await getWebhook(ctx, params.webhook)
      return { status: 200, body: webhook, headers: etag(webhook) }
    },
    'webhooks.change': async (ctx, { params, body, ifMatch }) => {
      const webhook = await changeWebhook(ctx, params.webhook, body, ifMatch)
      return { status: 200, body: webhook, headers: etag(webhook) }
    },
    'webhooks.remove': async (ctx, { params, ifMatch }) => {
      await removeWebhook(ctx, params.webhook, ifMatch)
      return { status: 204, body: null }
    },
    'webhooks.rotate_secret': async (ctx, { params, body }) => {
      const rotated = await rotateSecret(ctx, params.webhook, body)
      return { status: 200, ...revealOnce(rotated), headers: etag(rotated.webhook) }
    },
    'webhooks.test_filter': async (ctx, { body }) => ({
      status: 200,
      body: await testFilter(ctx, body),
    }),
  } satisfies Routes
}

export function createPrechecks(egress: Pick<Egress, 'findFault'>): Prechecks {
  return {
    'webhooks.create': ({ body }) => checkUrl(egress, body.url),
    'webhooks.change': ({ body }) => checkUrl(egress, body.url),
  }
}
