// Writes payloads into every text that people or programs can set, within the lengths the contract allows. Each text
// exists once for each payload; where a screen shows one record at a time, a record holds several payloads, so that few
// screens show them all.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type {
  BulkResponse,
  Delivery,
  DeliveryWithAttempts,
  Task,
  TaskCreate,
  UserCreated,
  Webhook,
} from '@task-service/contract'
import { meOf } from '../../tests/e2e/harness/people.ts'
import type { Stage } from '../../tests/e2e/harness/stage.ts'
import { until } from '../../tests/operate/until.ts'
import { type Mentioned, mentionOf } from './mention-of.ts'
import { plantFields, valuesOf } from './plant-fields.ts'
import { plantFile } from './plant-files.ts'
import { plantImports } from './plant-imports.ts'
import { plantRecurring } from './plant-recurring.ts'
import { MARK } from './xss-payloads.ts'

export type Planted = {
  /** One for each payload. */
  tasks: Task[]
  webhooks: Webhook[]
  /** With several payloads each. */
  packedTasks: Task[]
  packedWebhooks: Webhook[]
  deliveries: Delivery[]
  texts: number
}

const PACK = 10
/** Each ends with the mark as a word, by which a screen that shows it is known: some payloads write no element. */
const packsOf = (payloads: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(payloads.length / PACK) }, (_, index) => [
    ...payloads.slice(index * PACK, (index + 1) * PACK),
    MARK,
  ])
const marked = (payload: string): string => `${payload}\n\n${MARK}`

export async function plantPayloads(stage: Stage, payloads: readonly string[]): Promise<Planted> {
  const packs = packsOf(payloads)
  const tasks = await addTasks(stage, payloads.map(taskOf))
  const packedTasks = await addTasks(stage, packs.map(packedTaskOf))
  const webhooks = await inTurns(payloads, (payload) => addWebhook(stage, [payload, MARK]))
  const packedWebhooks = await inTurns(packs, (pack) => addWebhook(stage, pack))
  const deliveries = await collectAnswers(stage, packs)
  const inFields = await plantFields(stage, payloads)
  const mentioned = await plantPeople(stage, payloads, packs)
  await inTurns(payloads, (payload) =>
    stage.api('POST', '/views', {
      name: payload.slice(0, 100),
      shared: true,
      query: { q: payload.slice(0, 500), label: [payload.slice(0, 64)] },
    }),
  )
  const packedTaskOfPayload = (index: number) => packedTasks[Math.floor(index / PACK)]?.id ?? ''
  await inTurns(payloads, (payload, index) =>
    plantFile(stage, packedTaskOfPayload(index), payload, index),
  )
  await inTurns(payloads, (payload) => plantRecurring(stage, payload))
  const inImports = await plantImports(stage, payloads)
  await inTurns(payloads, (body, index) =>
    stage.api('POST', `/tasks/${packedTaskOfPayload(index)}/comments`, {
      body: `${mentionOf(body, index, mentioned)} ${marked(body)}`,
    }),
  )
  // Last, so that the log of what happened begins with them: what each text was and what it became.
  await inTurns(packedTasks, (task, index) =>
    stage.api('PATCH', `/tasks/${task.id}`, {
      title: (packs[index] ?? []).join(' ').slice(0, 500),
      assignee: (packs[index] ?? []).join(' ').slice(0, 200),
      result: packs[index],
    }),
  )
  return {
    tasks,
    webhooks,
    packedTasks,
    packedWebhooks,
    deliveries,
    // Eleven of a task, three of a webhook, an answer, a name, an agent, three of a view, a comment, a mention, name and content of
    // a file, seven of a template and a schedule, three changes.
    texts: payloads.length * (11 + 3 + 1 + 1 + 1 + 3 + 1 + 1 + 2 + 7 + 3) + inFields + inImports,
  }
}

/** Some words alone are no names that the API takes. */
const nameOf = (payload: string): string => `x ${payload}`.slice(0, 100)

const taskOf = (payload: string, index: number): TaskCreate => ({
  title: payload.slice(0, 500),
  description: marked(payload),
  labels: [payload.slice(0, 64)],
  assignee: payload.slice(0, 200),
  ...(index % 2 === 0 && { delegate: payload.slice(0, 200) }),
  source: payload.slice(0, 100),
  external_id: `${index} ${payload}`.slice(0, 300),
  fields: { [nameOf(payload)]: payload },
  input: { [nameOf(payload)]: [payload] },
  result: payload,
  due_at: new Date(Date.now() - index * 60_000).toISOString(),
})

const packedTaskOf = (pack: readonly string[], index: number): TaskCreate => ({
  title: `pack ${index} ${pack[0]}`.slice(0, 500),
  description: pack.join('\n\n'),
  labels: [...new Set(pack.map((payload) => payload.slice(0, 64)))],
  source: pack.join(' ').slice(0, 100),
  external_id: `pack ${index} ${pack.join(' ')}`.slice(0, 300),
  fields: {
    ...Object.fromEntries(pack.map((payload) => [nameOf(payload), payload])),
    ...valuesOf(pack, index, PACK),
  },
  input: [...pack],
  result: null,
})

async function addTasks(stage: Stage, items: readonly TaskCreate[]): Promise<Task[]> {
  const body = { items: items.map((create) => ({ create })) }
  const { results } = await stage.api<BulkResponse>('POST', '/tasks/bulk', body)
  return results.flatMap(({ task }) => (task ? [task] : []))
}

/** It wants nothing that happens, so that only its texts are in the way. */
const addWebhook = (stage: Stage, pack: readonly string[]): Promise<Webhook> =>
  stage.api<Webhook>('POST', '/webhooks', {
    url: `${stage.receiver.url}/${encodeURIComponent(pack.join(' '))}`.slice(0, 2_000),
    description: pack.join(' ').slice(0, 500),
    event_types: ['task.deleted'],
    filter: { 'data.title': pack.map((payload) => payload.slice(0, 500)) },
  })

/** A receiver that says payloads, and the deliveries it was asked by. */
async function collectAnswers(
  stage: Stage,
  packs: readonly (readonly string[])[],
): Promise<Delivery[]> {
  let asked = 0
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const text = (packs[asked++ % packs.length] ?? []).join('\n')
      response.writeHead(200, { 'content-type': 'text/html' }).end(text)
    })
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  try {
    const webhook = await stage.api<Webhook>('POST', '/webhooks', {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/answers`,
      event_types: ['task.deleted'],
    })
    const sent = await inTurns(packs, () =>
      stage.api<Delivery>('POST', `/webhooks/${webhook.id}/test`),
    )
    for (const { id } of sent) {
      await until('an answer is kept', async () => {
        const { attempts } = await stage.api<DeliveryWithAttempts>('GET', `/deliveries/${id}`)
        return attempts.at(-1)?.response
      })
    }
    return sent
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** People and agents whose names and descriptions are payloads. */
async function plantPeople(
  stage: Stage,
  payloads: readonly string[],
  packs: readonly (readonly string[])[],
): Promise<Mentioned> {
  const users = await inTurns(payloads, (name, index) => addPerson(stage, name, index))
  const agents = packs.map((_, index) => `xss-agent-${index}`)
  await inTurns(packs, (pack, index) =>
    stage.api('POST', '/agents', {
      name: agents[index],
      description: pack.join(' ').slice(0, 500),
    }),
  )
  return { me: await meOf(stage), users, agents }
}

/** Its ID. */
async function addPerson(stage: Stage, name: string, index: number): Promise<string> {
  const { username, password } = stage.credentials
  const response = await fetch(`${stage.url}/api/users`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
      'x-ts-csrf': '1',
      origin: new URL(stage.url).origin,
    },
    body: JSON.stringify({ username: `person-${index}`, name: name.slice(0, 200) }),
  })
  if (!response.ok) throw new Error(`a person was refused: ${await response.text()}`)
  return ((await response.json()) as UserCreated).user.id // as the contract says
}

/** A few at a time: in order enough, and sooner done. */
async function inTurns<T, R>(
  items: readonly T[],
  act: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += 6) {
    const some = items.slice(at, at + 6)
    results.push(...(await Promise.all(some.map((item, place) => act(item, at + place)))))
  }
  return results
}
