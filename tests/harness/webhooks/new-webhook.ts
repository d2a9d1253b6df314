// Webhooks for tests of the API, where nothing is sent.
import type { WebhookCreate, WebhookWithSecret } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'

/** A public IP address: whether it is allowed can be checked without DNS. */
export const RECEIVER_URL = 'https://93.184.215.14/hook'

export async function newWebhook(
  client: ApiClient,
  input: Partial<WebhookCreate> = {},
): Promise<WebhookWithSecret & { secret: string }> {
  const body = { url: RECEIVER_URL, ...input }
  const { secret, ...webhook } = (await client.call('webhooks.create', { body })).body
  if (secret === undefined) throw new Error('a new webhook comes with its secret')
  return { ...webhook, secret }
}
