// What the server knows of webhooks, kept under names that the live feed can refresh.
import { queryOptions } from '@tanstack/react-query'
import type { Webhook, WebhookHealth } from '@task-service/contract'
import { call } from '../../api/call.ts'

const PAGE = 200
const HEALTH_EVERY_MS = 15_000

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: async ({ signal }): Promise<Webhook[]> => {
    const found: Webhook[] = []
    let cursor: string | undefined
    do {
      const { body } = await call('webhooks.list', {
        query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
        signal,
      })
      found.push(...body.data)
      cursor = body.next_cursor ?? undefined
    } while (cursor !== undefined)
    return found
  },
})

export const healthQuery = queryOptions({
  queryKey: ['webhooks', 'health'],
  refetchInterval: HEALTH_EVERY_MS,
  queryFn: async ({ signal }): Promise<Map<string, WebhookHealth>> => {
    const found = new Map<string, WebhookHealth>()
    let cursor: string | undefined
    do {
      const { body } = await call('webhooks.health', {
        query: { limit: PAGE, ...(cursor !== undefined && { cursor }) },
        signal,
      })
      for (const one of body.data) found.set(one.webhook_id, one)
      cursor = body.next_cursor ?? undefined
    } while (cursor !== undefined)
    return found
  },
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
