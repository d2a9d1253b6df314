// Creates a webhook as a subscriber does.
import type { WebhookCreate, WebhookWithSecret } from '@task-service/contract'
import { type Call, createApiCaller } from './api-caller.ts'

export type Owner = { url: string; apiKey: string; host?: string }

export type NewWebhook = { id: string; secret: string }

export async function createWebhook(owner: Owner, draft: WebhookCreate): Promise<NewWebhook> {
  const { id, secret = '' } = await ask<WebhookWithSecret>(owner, '/api/webhooks', draft)
  return { id, secret }
}

/** The new secret; the one before is good for so many hours more. */
export async function rotateSecret(
  owner: Owner,
  { id }: Pick<NewWebhook, 'id'>,
  overlapHours: number,
): Promise<string> {
  const path = `/api/webhooks/${id}/rotate-secret`
  const { secret = '' } = await ask<WebhookWithSecret>(owner, path, { overlap_hours: overlapHours })
  return secret
}

export async function deleteWebhook(owner: Owner, { id }: Pick<NewWebhook, 'id'>): Promise<void> {
  await send(owner, `/api/webhooks/${id}`, { method: 'DELETE' })
}

async function ask<T>(owner: Owner, path: string, body: object): Promise<T> {
  return JSON.parse(await send(owner, path, { method: 'POST', body })) as T // what the contract says of a success
}

async function send({ url, apiKey, host }: Owner, path: string, call: Call): Promise<string> {
  const caller = createApiCaller()
  try {
    const headers = { 'x-api-key': apiKey, ...(host !== undefined && { host }) }
    const answer = await caller.call(url + path, { ...call, headers })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return answer.body
  } finally {
    caller.close()
  }
}
