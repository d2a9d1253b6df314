// Webhooks of a tenant with a marked text in every field, what was sent to them, and every key that was used for it.
import { RECEIVER_URL } from '../../tests/harness/webhooks/new-webhook.ts'
import type { Kind } from './id-positions.ts'

export type TenantClient = {
  marker: string
  post: (
    url: string,
    payload?: object,
    headers?: Record<string, string>,
  ) => Promise<Record<string, unknown>>
  get: (url: string) => Promise<Record<string, unknown>>
  note: (kind: Kind, value: unknown) => void
}

export async function furnishWebhook(client: TenantClient, name: string): Promise<void> {
  const { marker, post, get, note } = client
  const text = (field: string) => `${marker}-${field}-${name}`
  const webhook = await post('/api/webhooks', {
    url: `${RECEIVER_URL}/${text('path')}`,
    description: text('description'),
    filter: { 'data.queue': [text('queue')] },
    headers: { [text('header')]: text('value') },
  })
  const url = `/api/webhooks/${String(webhook['id'])}`
  note('whk', webhook['id'])
  const delivery = await post(`${url}/test`)
  await post(`${url}/test`)
  note('dlv', delivery['id'])
  note('evt', delivery['event_id'])
  note('id', text('actor'))
  const page = await get(`${url}/deliveries?limit=1`)
  note('cursor of deliveries.list', page['next_cursor'])
  const log = await get('/api/deliveries?limit=1')
  note('cursor of deliveries.log', log['next_cursor'])
  await useKeys(client, name, url, String(delivery['id']))
  const list = await get('/api/webhooks?limit=1')
  note('cursor of webhooks.list', list['next_cursor'])
  const health = await get('/api/webhooks/health?limit=1')
  note('cursor of webhooks.health', health['next_cursor'])
}

/** Each key stands for a response of this tenant that no other tenant may get. */
async function useKeys(
  { marker, post, note }: TenantClient,
  name: string,
  url: string,
  deliveryId: string,
): Promise<void> {
  const requests: Record<string, [string, object?]> = {
    'webhooks.create': ['/api/webhooks', { url: RECEIVER_URL }],
    'webhooks.rotate_secret': [`${url}/rotate-secret`, {}],
    'webhooks.test': [`${url}/test`],
    'webhooks.retry': [`${url}/retry`],
    'webhooks.recover': [`${url}/recover`, { since: '2026-01-01T00:00:00Z', only: 'failed' }],
    'deliveries.resend': [`/api/deliveries/${deliveryId}/resend`],
    'deliveries.resend_many': ['/api/deliveries/resend', { deliveries: [deliveryId] }],
  }
  for (const [operation, [target, body]] of Object.entries(requests)) {
    const key = `${marker}-${operation}-${name}`
    note(`Idempotency-Key of ${operation}`, key)
    await post(target, body, { 'idempotency-key': key })
  }
}
