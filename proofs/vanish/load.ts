// Clients that continue whatever happens: every way a request takes to the database, and the response to each of them.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Task, TaskPage } from '@task-service/contract'
import {
  type Answer,
  type ApiCaller,
  createApiCaller,
} from '../../tests/harness/clients/api-caller.ts'
import type { Service } from '../../tests/harness/service.ts'

export const kinds = ['create', 'change', 'list', 'search', 'ready'] as const
export type Kind = (typeof kinds)[number]

export type Outcome = { kind: Kind; startedAt: number; endedAt: number; status: number }

export type Load = {
  outcomes: readonly Outcome[]
  /** Acknowledged tasks: when, and the highest version that was. */
  acknowledged: ReadonlyMap<string, { at: number; version: number }>
  stop: () => Promise<void>
}

/** Of each kind. */
const CLIENTS = 2
const PAUSE_MS = 50

type Client = {
  service: Service
  caller: ApiCaller
  hangsAfterMs: number
  own: Task
  acknowledged: Map<string, { at: number; version: number }>
}

export async function startLoad(service: Service, hangsAfterMs: number): Promise<Load> {
  const caller = createApiCaller()
  const outcomes: Outcome[] = []
  const acknowledged: Client['acknowledged'] = new Map()
  const stopping = new AbortController()
  const loops = kinds.flatMap((kind) =>
    Array.from({ length: CLIENTS }, async () => {
      const client = { service, caller, hangsAfterMs, acknowledged, own: await makeTask() }
      for (let turn = 0; !stopping.signal.aborted; turn++) {
        const startedAt = performance.now()
        const answer = await ask(client, kind, turn).catch(() => undefined)
        if (answer) note(client, kind, answer)
        outcomes.push({ kind, startedAt, endedAt: performance.now(), status: answer?.status ?? 0 })
        await sleep(PAUSE_MS)
      }
    }),
  )
  async function makeTask(): Promise<Task> {
    const answer = await send({ service, caller, hangsAfterMs }, 'POST', '/api/tasks', {
      title: 'own',
    })
    return JSON.parse(answer.body) as Task // before anything vanishes
  }
  return {
    outcomes,
    acknowledged,
    async stop() {
      stopping.abort()
      await Promise.all(loops)
      caller.close()
    },
  }
}

function ask(client: Client, kind: Kind, turn: number): Promise<Answer> {
  switch (kind) {
    case 'create':
      return send(client, 'POST', '/api/tasks', { title: `Task ${turn}` })
    case 'change':
      return send(client, 'PATCH', `/api/tasks/${client.own.id}`, { queue: `q${turn}` })
    case 'list':
      return send(client, 'GET', `/api/tasks?queue=${client.own.id}-${turn}`)
    case 'search':
      return send(client, 'GET', `/api/tasks?q=${client.own.id}-${turn}`)
    case 'ready':
      return send(client, 'GET', '/readyz')
  }
}

function note({ acknowledged }: Client, kind: Kind, { status, body }: Answer): void {
  if (status >= 300 || (kind !== 'create' && kind !== 'change')) return
  const { id, version } = JSON.parse(body) as Task // what the contract says of a success
  const known = acknowledged.get(id)
  if (known) known.version = Math.max(known.version, version)
  else acknowledged.set(id, { at: performance.now(), version })
}

function send(
  { service, caller, hangsAfterMs }: Pick<Client, 'service' | 'caller' | 'hangsAfterMs'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return caller.call(service.url + path, {
    method,
    headers: { 'x-api-key': service.apiKey },
    signal: AbortSignal.timeout(hangsAfterMs),
    ...(body !== undefined && { body }),
  })
}

/** How many of the acknowledged tasks are not there, or older than was acknowledged. */
export async function countLost(service: Service, { acknowledged }: Load): Promise<number> {
  const caller = createApiCaller()
  const stored = new Map<string, number>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const path: string = `/api/tasks?limit=200${cursor && `&cursor=${cursor}`}`
    const answer = await send({ service, caller, hangsAfterMs: 30_000 }, 'GET', path)
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    const page = JSON.parse(answer.body) as TaskPage // what the contract says of a success
    for (const { id, version } of page.data) stored.set(id, version)
    cursor = page.next_cursor
  }
  caller.close()
  const isLost = ([id, { version }]: [string, { version: number }]) =>
    (stored.get(id) ?? 0) < version
  return [...acknowledged].filter(isLost).length
}
