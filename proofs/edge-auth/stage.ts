// Two API processes on one database, and connectors that speak to either of them over real connections.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ConnectorWithToken } from '@task-service/contract'
import { Client } from 'pg'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import type { TestDatabase } from '../../tests/harness/database.ts'
import {
  type EdgeAnswer,
  type EdgeFrame,
  type EdgeTransport,
  TestEdge,
} from '../../tests/harness/edge/test-edge.ts'
import { type Fleet, startFleet } from '../../tests/harness/processes/fleet.ts'

const PROCESSES = 2

export type Stage = {
  fleet: Fleet
  admin: Client
  /** To the process of that place. */
  send: (place: number, frame: EdgeFrame) => Promise<EdgeAnswer>
  /** As the tenant, by its API key. */
  api: <T>(place: number, method: string, path: string, body?: object) => Promise<T>
  stop: () => Promise<void>
}

export async function openStage(database: TestDatabase, program?: string): Promise<Stage> {
  const key = generateApiKey()
  const env = { SERVICE_ACP_API_KEY: key, SERVICE_ACP_LIMIT_CONNECTORS: 'off' }
  const fleet = await startFleet({
    databaseUrl: database.url,
    size: PROCESSES,
    env,
    ...(program !== undefined && { program }),
  })
  const admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  const agent = new Agent({ keepAlive: true })
  const send: Stage['send'] = (place, frame) => exchange(agent, fleet.url(place), frame)
  return {
    fleet,
    admin,
    send,
    async api<T>(place: number, method: string, path: string, body?: object) {
      const answer = await exchange(agent, fleet.url(place), {
        method,
        path,
        headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : '',
      })
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return JSON.parse(answer.text) as T // what the contract says of the operation
    },
    async stop() {
      await fleet.stop()
      await admin.end()
      agent.destroy()
    },
  }
}

type Outgoing = Omit<EdgeFrame, 'method'> & { method: string }

function exchange(agent: Agent, url: string, frame: Outgoing): Promise<EdgeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<EdgeAnswer>()
  const outgoing = request(new URL(frame.path, url), {
    agent,
    method: frame.method,
    headers: { ...frame.headers, 'content-length': Buffer.byteLength(frame.body) },
  })
  outgoing.on('error', reject)
  outgoing.on('response', (response) => {
    const { statusCode: status = 0 } = response
    text(response).then((received) => resolve({ status, text: received }), reject)
  })
  outgoing.end(frame.body)
  return promise
}

let made = 0

export function addConnector(stage: Stage): Promise<ConnectorWithToken> {
  return stage.api(0, 'POST', '/api/connectors', { name: `connector ${++made}` })
}

/** Enrolled and in a session; `send` may write down what it says. */
export async function enrollEdge(stage: Stage, send?: EdgeTransport): Promise<TestEdge> {
  const { enrolment_token: token = '' } = await addConnector(stage)
  let turn = 0
  const edge = new TestEdge(send ?? ((frame) => stage.send(turn++, frame)))
  for (const answer of [await edge.enroll(token), await edge.open()]) {
    if (answer.status !== 200) throw new Error(`not let in: ${answer.status} ${answer.text}`)
  }
  return edge
}

export async function stateOf(stage: Stage, { connector }: TestEdge): Promise<string> {
  const { state } = await stage.api<{ state: string }>(1, 'GET', `/api/connectors/${connector}`)
  return state
}

/** In lanes, so that both processes are busy and the number of concurrent requests is bounded. */
export async function inLanes<Item>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async () => {
    for (let index = next++; index < items.length; index = next++) {
      await work(items[index] as Item, index) // the index is below the length
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
