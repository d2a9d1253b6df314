// What a hostile tenant, or somebody without a key, can send: each attack goes after one resource that all tenants share.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiCaller, createApiCaller } from '../api-caller.ts'

export type Target = {
  url: string
  host: string
  key: string
  /** Accepts connections and never responds. */
  tarpitUrl: string
  /** A text that is in many tasks. */
  commonWord: string
  /** An integration of the tenant: without one, no message is read. */
  integrationId: string
  /** Ids of tasks with a large document. */
  largeTasks: readonly string[]
}

/** Goes on until the signal fires. */
export type Attack = (target: Target, signal: AbortSignal, tally: Tally) => Promise<void>

/** Responses by status; `0` is a connection that failed. */
export type Tally = Map<number, number>

const MEGABYTE = 1_000_000

export const attacks = {
  slowBodies: stalledUploads,
  largeLists: loop(3, (send) => send('GET', '/api/tasks?limit=200&queue=large')),
  largeEvents: loop(2, (send, { largeTasks }, turn) =>
    send('PATCH', `/api/tasks/${largeTasks[turn % largeTasks.length]}`, { title: `Large ${turn}` }),
  ),
  invalidBodies: loop(2, (send) =>
    send('POST', '/api/tasks', { title: 'x', labels: Array.from({ length: 240_000 }, () => 1) }),
  ),
  bulkRequests: loop(12, (send) =>
    send('POST', '/api/tasks/bulk', {
      items: Array.from({ length: 500 }, (_, index) => ({ create: { title: `Bulk ${index}` } })),
    }),
  ),
  unknownParents: paced(100, (send) =>
    send('POST', '/api/tasks', {
      title: 'An orphan',
      parent_id: `task_${crypto.randomUUID().replaceAll('-', '')}`,
    }),
  ),
  // Every task with the word is looked at and none matches; the number keeps equal searches from sharing an answer.
  slowSearches: loop(12, (send, { commonWord: word }, turn) =>
    send('GET', `/api/tasks?q=${word}+-${word}+-absent${turn}`),
  ),
  tarpitChecks: loop(24, (send, { tarpitUrl }) =>
    send('POST', '/api/integrations/check', {
      provider: 'redmine',
      config: { url: tarpitUrl, project: 'orders', text_format: 'markdown' },
      secrets: { api_key: 'a'.repeat(40) },
    }),
  ),
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks

type Send = (method: string, path: string, body?: object) => Promise<void>

/** So many clients, each sending its next request as soon as the last one is answered. */
function loop(
  clients: number,
  request: (send: Send, target: Target, turn: number) => Promise<void>,
): Attack {
  return async (target, signal, tally) => {
    const caller = createApiCaller(clients)
    const send = sender(caller, target, signal, tally)
    const run = async (client: number) => {
      for (let turn = client; !signal.aborted; turn += clients) {
        const startedAt = performance.now()
        await request(send, target, turn)
        // A refusal comes back at once; a client that spins on it would only load itself.
        if (performance.now() - startedAt < 5) await sleep(5)
      }
    }
    await Promise.all(Array.from({ length: clients }, (_, client) => run(client)))
    caller.close()
  }
}

/** So many requests a second, answered or not. */
function paced(
  perSecond: number,
  request: (send: Send, target: Target, turn: number) => Promise<void>,
): Attack {
  return async (target, signal, tally) => {
    const caller = createApiCaller(perSecond)
    const send = sender(caller, target, signal, tally)
    const sent: Promise<void>[] = []
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
  return async (method, path, body) => {
    const type = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {}
    const call = { method, headers: { ...headers, ...type }, body, signal }
    const status = await caller.call(target.url + path, call).then(
      (response) => response.status,
      () => 0,
    )
    if (!signal.aborted) count(tally, status)
  }
}

const UPLOADS = 300
const uploadsOf = (integrationId: string) => [
  { path: `/hooks/${integrationId}`, bytes: 5 * 2 ** 20 - 1 },
  { path: '/edge/enrol', bytes: 2 ** 20 - 1 },
  { path: `/hooks/${integrationId}`, bytes: 5 * 2 ** 20 - 1 },
  { path: '/ui/reset', bytes: 2 ** 20 - 1 },
]

/** Without a key: bodies that arrive almost whole and never end. */
async function stalledUploads(target: Target, signal: AbortSignal, tally: Tally): Promise<void> {
  const uploads = uploadsOf(target.integrationId)
  const one = async (index: number) => {
    const upload = uploads[index % uploads.length]
    if (!upload) return
    while (!signal.aborted) {
      await stall(target, upload, signal, tally)
      await sleep(100)
    }
  }
  await Promise.all(Array.from({ length: UPLOADS }, (_, index) => one(index)))
}

function stall(
  { url, host }: Target,
  { path, bytes }: { path: string; bytes: number },
  signal: AbortSignal,
  tally: Tally,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const end = () => socket.destroy()
  signal.addEventListener('abort', end)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    signal.removeEventListener('abort', end)
    resolve()
  })
  socket.on('data', (piece) => {
    count(tally, Number(/^HTTP\/1\.1 (\d+)/.exec(piece.toString('latin1'))?.[1] ?? 0))
    end()
  })
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    `Content-Length: ${bytes}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(bytes - 1, 'x'))
  return promise
}

function count(tally: Tally, status: number): void {
  tally.set(status, (tally.get(status) ?? 0) + 1)
}

/** As large as the service takes it: found by halving. */
export async function createLargeTask({
  url,
  host,
  key,
}: Pick<Target, 'url' | 'host' | 'key'>): Promise<string> {
  const caller = createApiCaller(1)
  try {
    for (let bytes = MEGABYTE; bytes > 1_000; bytes /= 2) {
      const body = { title: 'Large', queue: 'large', input: 'x'.repeat(bytes) }
      const headers = { host, 'x-api-key': key }
      const response = await caller.call(`${url}/api/tasks`, { method: 'POST', headers, body })
      if (response.status === 201) return (JSON.parse(response.body) as { id: string }).id // a task of the contract
    }
    throw new Error('the service takes no large task')
  } finally {
    caller.close()
  }
}
