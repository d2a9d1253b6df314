// What else is secret beside credentials of integrations: headers and signatures of webhooks, passwords, links that set one.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, WebhookWithSecret } from '@task-service/contract'
import { type Canary, formsOf } from '../../tests/harness/canary/canaries.ts'
import type { WatchedService } from './watched-service.ts'

const TIMEOUT_MS = 30_000

/** A receiver that says back what it was sent, refuses once, and then takes it. Gives back what the service made up itself. */
export async function sendWebhooks(
  service: WatchedService,
  headers: readonly Canary[],
): Promise<Canary[]> {
  const seen = new Set<string>()
  const receiver = createServer((request, response) => {
    const token = String(request.headers['x-token'])
    const echo = JSON.stringify([request.rawHeaders, [...formsOf(token).values()]])
    response.writeHead(seen.has(token) ? 200 : 500, { 'x-echo': token }).end(echo)
    seen.add(token)
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const { port } = receiver.address() as AddressInfo // it listens on TCP
  const url = `http://127.0.0.1:${port}/hook`
  try {
    const made = await Promise.all(headers.map((header) => sendWebhook(service, url, header)))
    if (seen.size !== headers.length) throw new Error('not every header arrived')
    return made.flat()
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

async function sendWebhook(
  service: WatchedService,
  url: string,
  { name, value }: Canary,
): Promise<Canary[]> {
  const body = { url, headers: { 'X-Token': value } }
  const headers = { 'idempotency-key': name.replaceAll(' ', '-') }
  const shownOnce = { method: 'POST', isShownOnce: true } as const
  await service.call('/api/webhooks', {
    method: 'POST',
    body: { url, headers: { 'X-Token': [value] } },
    expect: 400,
  })
  const created = await service.call<WebhookWithSecret>('/api/webhooks', {
    ...shownOnce,
    body,
    headers,
    expect: 201,
  })
  // What was answered before is stored for repetitions.
  await service.call('/api/webhooks', { method: 'POST', body, headers, expect: 201 })
  const path = `/api/webhooks/${created.id}`
  const rotated = await service.call<{ secret: string }>(`${path}/rotate-secret`, {
    ...shownOnce,
    body: {},
    expect: 200,
  })
  const { id } = await service.call<Delivery>(`${path}/test`, { method: 'POST', expect: 202 })
  for (const begun = Date.now(); ; await sleep(250)) {
    const { status } = await service.call<Delivery>(`/api/deliveries/${id}`, { expect: 200 })
    if (status === 'delivered') break
    if (Date.now() - begun > TIMEOUT_MS) throw new Error(`a delivery is ${status}`)
  }
  for (const part of ['', '/deliveries']) await service.call(`${path}${part}`, { expect: 200 })
  if (!created.secret) throw new Error('a webhook without a secret')
  return [created.secret, rotated.secret].map((secret, index) => ({
    name: `signature ${index} of ${name}`,
    value: secret,
  }))
}

export async function addUsers(
  service: WatchedService,
  passwords: readonly Canary[],
  signIn: string,
): Promise<void> {
  const from = { authorization: signIn, 'x-ts-csrf': '1', 'sec-fetch-site': 'same-origin' }
  for (const [index, { value }] of passwords.entries()) {
    const username = `guest${index}`
    const body = { username, name: 'Guest', password: value }
    await service.call('/ui/api/users', { method: 'POST', headers: from, body, expect: 201 })
    await service.call('/ui/api/users', { method: 'POST', headers: from, body, expect: 409 })
    const wrong = { ...from, authorization: basic('admin', value) }
    await service.call('/ui/', { headers: wrong, expect: 401 })
    const mistaken = { ...from, authorization: basic(value, value) }
    await service.call('/ui/', { headers: mistaken, expect: 401 })
    const own = { ...from, authorization: basic(username, value) }
    await service.call('/ui/api/me', { headers: own, expect: 200 })
    await service.call('/ui/api/me/change-password', {
      method: 'POST',
      headers: own,
      body: { current_password: value, new_password: value.slice(0, 5) },
      expect: 400,
    })
  }
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
