// A webhook as somebody makes one who wants to be told.
import type { WebhookCreate, WebhookWithSecret } from '@task-service/contract'
import { createApiCaller } from './api-caller.ts'

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

async function ask<T>({ url, apiKey, host }: Owner, path: string, body: object): Promise<T> {
  const caller = createApiCaller()
  try {
    const headers = { 'x-api-key': apiKey, ...(host !== undefined && { host }) }
    const answer = await caller.call(url + path, { method: 'POST', headers, body })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return JSON.parse(answer.body) as T // what the contract says of a success
  } finally {
    caller.close()
  }
}
