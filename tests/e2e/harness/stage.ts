// What the browser meets: the real program with its built dashboard, a real database, a receiver of webhooks.
import type { TestDatabase } from '../../harness/database.ts'
import type { Service } from '../../harness/service.ts'
import { openReceiver, type Receiver } from './receiver.ts'

export type Stage = {
  /** `http://…/ui`, without a slash at its end. */
  url: string
  service: Pick<Service, 'url' | 'apiKey'>
  database: Pick<TestDatabase, 'superuserUrl'>
  /** The name of its tenant. */
  tenant: string
  receiver: Receiver
  credentials: { username: string; password: string }
  /** The API as a program calls it, for what a test needs to be there. */
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>
  /** Ends something else together with the stage. */
  endWith(end: () => Promise<void>): void
  close(): Promise<void>
}

/** What a stage stands on: a service of its own, or a tenant of one that others use as well. */
export type Ground<S extends Stage['service'], D extends Stage['database']> = {
  service: S
  database: D
  tenant: string
  password: string
  leave(): Promise<void>
}

export async function buildStage<S extends Stage['service'], D extends Stage['database']>(
  ground: Ground<S, D>,
): Promise<Stage & { service: S; database: D }> {
  const { service, database, tenant, password } = ground
  const receiver = await openReceiver()
  const ends: (() => Promise<void>)[] = []
  return {
    url: `${service.url}/ui`,
    service,
    database,
    tenant,
    receiver,
    credentials: { username: 'admin', password },
    api: (method, path, body) => callApi(service, method, path, body),
    endWith: (end) => void ends.push(end),
    async close() {
      await ground.leave()
      for (const end of ends) await end()
      receiver.close()
    },
  }
}

async function callApi<T>(
  service: Stage['service'],
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${service.url}/api${path}`, {
    method,
    headers: {
      'x-api-key': service.apiKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return (text === '' ? null : JSON.parse(text)) as T // the caller names what the contract says
}
