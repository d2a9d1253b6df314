// What the server knows of webhooks, kept under names that the live feed can refresh.
import { queryOptions } from '@tanstack/react-query'
import type { Webhook, WebhookHealth } from '@task-service/contract'
import { call } from '#api/call.ts'
import { collectPages } from '#api/collect-pages.ts'

const HEALTH_EVERY_MS = 15_000
/** Attempts are no events: how a screen that counts down to the next one learns of it. */
const ATTEMPTS_EVERY_MS = 4_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }): Promise<Webhook[]> =>
    collectPages((query) => call('webhooks.list', { query, signal })),
})

export const healthQuery = queryOptions({
  queryKey: ['webhooks', 'health'],
  refetchInterval: HEALTH_EVERY_MS,
  queryFn: async ({ signal }): Promise<Map<string, WebhookHealth>> => {
    const found = await collectPages((query) => call('webhooks.health', { query, signal }))
    return new Map(found.map((one) => [one.webhook_id, one]))
  },
})

export const webhookHealthQuery = (webhook: string) =>
  queryOptions({
    queryKey: ['webhooks', 'health', webhook],
    refetchInterval: ATTEMPTS_EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call('webhooks.get_health', { params: { webhook }, signal })).body,
  })

export const webhookQuery = (webhook: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', webhook],
    queryFn: async ({ signal }) => {
      const { body, etag } = await call('webhooks.get', { params: { webhook }, signal })
      return { webhook: body, etag }
    },
  })

export const eventTypesQuery = queryOptions({
  queryKey: ['event-types'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }) => (await call('events.types', { signal })).body.data,
})
