// Other clients at work while lists are walked: they insert, change and delete tasks as fast as they are answered.
import {
  PRIORITIES,
  type Status,
  type Task,
  type TaskChange,
  transitions,
} from '@task-service/contract'
import type { Answer, ApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import {
  draftTask,
  type GroupName,
  LABELS,
  QUEUES,
  randomDue,
  randomGrade,
  type StockItem,
} from './stock.ts'

export type ChurnOptions = {
  caller: ApiCaller
  urls: readonly string[]
  apiKey: string
  stock: readonly StockItem[]
  seed: number
  clients: number
  /** How many inserted tasks there are at most at one time. */
  maxInserted: number
}

export type ChurnCounts = { inserted: number; changed: number; deleted: number; errors: string[] }

export type Churn = { counts: ChurnCounts; stop(): Promise<void> }

type Client = {
  random: SeededRandom
  /** Its own tasks: two clients never change the same one. */
  edited: Task[]
  moving: Task[]
  inserted: string[]
  call: (method: string, path: string, body?: unknown) => Promise<Answer>
}

export function startChurn(options: ChurnOptions): Churn {
  const counts: ChurnCounts = { inserted: 0, changed: 0, deleted: 0, errors: [] }
  const stopping = new AbortController()
  const running = Array.from({ length: options.clients }, async (_, index) => {
    const client = createClient(options, index)
    while (!stopping.signal.aborted)
      await actOnce(client, counts, options.maxInserted / options.clients)
  })
  return {
    counts,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

function createClient(options: ChurnOptions, index: number): Client {
  const { caller, urls, apiKey, stock, clients, seed } = options
  const mine = (group: GroupName) =>
    stock
      .filter((item) => item.group === group)
      .filter((_, place) => place % clients === index)
      .map(({ task }) => ({ ...task }))
  const url = urls[index % urls.length]
  return {
    random: seededRandom(seed, `churn ${index}`),
    edited: mine('edited'),
    moving: mine('moving'),
    inserted: [],
    call: (method, path, body) =>
      caller.call(`${url}/api/tasks${path}`, { method, body, headers: { 'x-api-key': apiKey } }),
  }
}

async function actOnce(client: Client, counts: ChurnCounts, maxInserted: number): Promise<void> {
  const { random } = client
  const chance = random.next()
  try {
    if (client.inserted.length >= maxInserted || (chance < 0.25 && client.inserted.length > 0)) {
      await remove(client)
      counts.deleted++
    } else if (chance < 0.55) {
      client.inserted.push(await insert(client))
      counts.inserted++
    } else {
      await change(client, chance < 0.75 ? client.edited : client.moving)
      counts.changed++
    }
  } catch (error) {
    counts.errors.push(String(error))
  }
}

async function insert({ random, call }: Client): Promise<string> {
  const answer = await call('POST', '', draftTask(random, 'inserted'))
  return read(answer, 201).id
}

async function remove({ random, inserted, call }: Client): Promise<void> {
  const [id] = inserted.splice(random.between(0, inserted.length - 1), 1)
  const answer = await call('DELETE', `/${id}`)
  if (answer.status !== 204) throw new Error(`delete answered ${answer.status} ${answer.body}`)
}

async function change({ random, edited, call }: Client, tasks: Task[]): Promise<void> {
  const index = random.between(0, tasks.length - 1)
  const task = tasks[index]
  if (!task) return
  const patch = tasks === edited ? randomEdit(random) : randomMove(random, task.status)
  tasks[index] = read(await call('PATCH', `/${task.id}`, patch), 200)
}

function randomEdit(random: SeededRandom): TaskChange {
  const mark = random.between(0, 1e9)
  return random.next() < 0.5 ? { description: `edited ${mark}` } : { fields: { mark } }
}

function randomMove(random: SeededRandom, status: Status): TaskChange {
  const [first = 'ready', ...rest] = transitions[status]
  return random.pick<() => TaskChange>([
    () => ({ priority: random.pick(PRIORITIES) }),
    () => ({ queue: random.pick(QUEUES) }),
    () => ({ due_at: randomDue(random) }),
    () => ({ fields: { grade: randomGrade(random) } }),
    () => ({ labels: LABELS.filter(() => random.next() < 0.5) }),
    () => ({ status: random.pick([first, ...rest]) }),
  ])()
}

function read(answer: Answer, expected: number): Task {
  if (answer.status !== expected) throw new Error(`answered ${answer.status} ${answer.body}`)
  return JSON.parse(answer.body) as Task // the answer of the contract
}
