// Clients that create and list all the time and repeat nothing, so that every failure counts.
import { setTimeout as sleep } from 'node:timers/promises'
import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

export type Clients = {
  requests: number
  failures: string[]
  /** Titles of tasks that were acknowledged. */
  acknowledged: Set<string>
  /** All at the same moment. */
  burst(count: number): Promise<void>
  /** Sends no more, and settles when everything sent has been answered. */
  pause(): Promise<void>
  resume(): void
  close(): Promise<void>
}

export type ClientOptions = { url: string; key: string; count: number; random: SeededRandom }

export function startClients({ url, key, count, random }: ClientOptions): Clients {
  const caller = createApiCaller()
  let isRunning = true
  const isOn = () => isRunning
  let loops: Promise<void>[] = []
  const clients: Clients = {
    requests: 0,
    failures: [],
    acknowledged: new Set(),
    burst: async (size) => {
      await Promise.all(Array.from({ length: size }, () => ask(clients, caller, { url, key })))
    },
    pause: async () => {
      isRunning = false
      await Promise.all(loops)
    },
    resume: () => {
      isRunning = true
      loops = Array.from({ length: count }, async () => {
        for (; isOn(); await sleep(random.between(20, 80))) {
          await ask(clients, caller, { url, key })
        }
      })
    },
    close: async () => {
      await clients.pause()
      caller.close()
    },
  }
  return clients
}

async function ask(
  clients: Clients,
  caller: ApiCaller,
  { url, key }: { url: string; key: string },
): Promise<void> {
  const turn = ++clients.requests
  const title = `request ${turn}`
  const create = { method: 'POST', body: { title } }
  const headers = { 'x-api-key': key }
  try {
    const answer = await caller.call(`${url}/api/tasks${turn % 2 ? '' : '?limit=5'}`, {
      ...(turn % 2 ? create : {}),
      headers,
    })
    if (answer.status === 201) clients.acknowledged.add(title)
    else if (answer.status !== 200) clients.failures.push(`${answer.status} ${answer.body}`)
  } catch (error) {
    clients.failures.push(String(error))
  }
}
