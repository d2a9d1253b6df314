// What a hostile tenant, or a client without a key, can send: each attack goes after one resource that all tenants share.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { CLAIM_MAX, CLAIM_WAIT_SECONDS_MAX } from '@task-service/contract'
import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook, deleteWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Attack, EMPTY_QUEUE, type Target } from './attack.ts'
import { slowLargeBodies, slowSmallBodies } from './slow-bodies.ts'
import { count, type Tally } from './tally.ts'

export type { Tally } from './tally.ts'

const MANY_INVALID = JSON.stringify({
  title: 'x',
  labels: Array.from({ length: 240_000 }, () => 1),
})
const RETRIES = 100
const PAUSE_MS = 250
const BULK = JSON.stringify({
  items: Array.from({ length: 500 }, (_, index) => ({ create: { title: `Bulk ${index}` } })),
})

export const attacks = {
  slowBodies: slowLargeBodies,
  slowSmallBodies,
  largeLists: loop(3, (send, _, turn) =>
    send('GET', `/api/tasks?limit=200${turn % 2 === 0 ? '&queue=large' : ''}`),
  ),
  largeEvents: loop(2, (send, { largeTasks }, turn) =>
    send(
      'PATCH',
      `/api/tasks/${largeTasks[turn % largeTasks.length]}`,
      JSON.stringify({ title: `Large ${turn}` }),
    ),
  ),
  invalidBodies: loop(2, (send) => send('POST', '/api/tasks', MANY_INVALID)),
  bulkRequests: loop(12, (send) => send('POST', '/api/tasks/bulk', BULK)),
  unknownParents: paced(100, (send) => {
    const parent = `tsk_${crypto.randomUUID().replaceAll('-', '')}`
    return send('POST', '/api/tasks', JSON.stringify({ title: 'An orphan', parent_id: parent }))
  }),
  // Every task with the word is looked at and none matches; the number keeps equal searches from sharing an answer.
  slowSearches: loop(12, (send, { commonWord: word }, turn) =>
    send('GET', `/api/tasks?q=${word}+-${word}+-absent${turn}`),
  ),
  tarpitChecks: loop(24, (send, { tarpitUrl }) =>
    send(
      'POST',
      '/api/integrations/check',
      JSON.stringify({
        provider: 'redmine',
        config: { url: tarpitUrl, project: 'orders', text_format: 'markdown' },
        secrets: { api_key: 'a'.repeat(40) },
      }),
    ),
  ),
  deferredRetries,
  // Short leases, so that the tasks are claimed again and again.
  greedyClaims: loop(48, (send, { agent }) =>
    send('POST', '/api/tasks/claim', JSON.stringify({ agent, max: CLAIM_MAX, lease_seconds: 15 })),
  ),
  wrongLeaseTokens: loop(400, (send, { heldRun }) =>
    send(
      'POST',
      `/api/runs/${heldRun}/heartbeat`,
      JSON.stringify({ lease_token: `lease_${randomBytes(24).toString('base64url')}` }),
    ),
  ),
  waitingClaims: loop(
    2_000,
    (send, { agent }) =>
      send(
        'POST',
        '/api/tasks/claim',
        JSON.stringify({ agent, queues: [EMPTY_QUEUE], wait_seconds: CLAIM_WAIT_SECONDS_MAX }),
      ),
    2_000,
  ),
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks

type Send = (method: string, path: string, json?: string) => Promise<Outcome>
type Outcome = 'served' | 'rejected'

/** So many clients, each sending its next request as soon as the last one was served, or a moment after a rejection. */
function loop(
  clients: number,
  request: (send: Send, target: Target, turn: number) => Promise<Outcome>,
  pauseMs = PAUSE_MS,
): Attack {
  return async (target, signal, tally) => {
    const caller = createApiCaller(clients)
    const send = sender(caller, target, signal, tally)
    const run = async (client: number) => {
      for (let turn = client; !signal.aborted; turn += clients) {
        const startedAt = performance.now()
        const outcome = await request(send, target, turn)
        // Requests that are rejected count too: without a pause, one attack would use up the rate limit of the tenant within
        // seconds, and nothing would be left of the other attacks.
        if (outcome === 'rejected') await sleep(pauseMs)
        else if (performance.now() - startedAt < 5) await sleep(5)
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
    caller.close()
  }
}

/** So many requests a second, answered or not. */
function paced(
  perSecond: number,
  request: (send: Send, target: Target, turn: number) => Promise<Outcome>,
): Attack {
  return async (target, signal, tally) => {
    const caller = createApiCaller(perSecond)
    const send = sender(caller, target, signal, tally)
    const sent: Promise<Outcome>[] = []
    for (let turn = 0; !signal.aborted; turn++) {
      sent.push(request(send, target, turn))
      await sleep(1_000 / perSecond)
    }
    await Promise.all(sent)
    caller.close()
  }
}

function sender(caller: ApiCaller, target: Target, signal: AbortSignal, tally: Tally): Send {
  const headers = { host: target.host, 'x-api-key': target.key }
  return async (method, path, json) => {
    const type = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
    const call = { method, headers: { ...headers, ...type }, signal, ...(json && { json }) }
    const status = await caller.call(target.url + path, call).then(
      (response) => response.status,
      () => 0,
    )
    if (!signal.aborted) count(tally, status)
    return status === 429 || status === 503 ? 'rejected' : 'served'
  }
}

/**
 * Many events for receivers that fail: all their deliveries wait for a retry. Retries of earlier hours are due at the same
 * time; the proof adds them, because it does not run for hours.
 */
async function deferredRetries(target: Target, signal: AbortSignal, tally: Tally): Promise<void> {
  const owner = { url: target.url, apiKey: target.key, host: target.host }
  const webhooks = await Promise.all(
    // The service may be too busy for the first attempts.
    target.failingReceivers.map((url) => retry(() => createWebhook(owner, { url }))),
  )
  await loop(2, (send) => send('POST', '/api/tasks/bulk', BULK))(target, signal, tally)
  // They must not be there in the next attack.
  await Promise.all(webhooks.map((webhook) => retry(() => deleteWebhook(owner, webhook))))
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === RETRIES) throw error
      await sleep(100)
    }
  }
}
