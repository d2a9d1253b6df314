// One client of the storm: owns some tasks, records every response, and complains about contradictions.
import type { BulkResponse, Task } from '@task-service/contract'
import { type Answer, imageOf } from '../clients/api-caller.ts'
import { type SeededRandom, seededRandom } from '../random/seeded-random.ts'
import type { TestTenant } from '../service.ts'
import { digestOfText, type Intent, type Journal } from './journal.ts'
import { type Insisted, type Line, type StormRequest, sendOnce, sendUntilAnswered } from './send.ts'

export type Client = {
  name: string
  line: Line
  journal: Journal
  tenant: TestTenant
  random: SeededRandom
  /** No other client changes them, so their versions are known. */
  own: Task[]
  nextMark: () => string
}

/** Enough to choose from; older ones stay as they are until the end. */
const MAX_OWN = 25
/** Of the keys that were answered at the first try, so many are tried again at the end. */
const REPEATED_SHARE = 0.1

export function createClient(
  options: Pick<Client, 'name' | 'line' | 'journal' | 'tenant'> & { seed: number },
): Client {
  const { seed, ...rest } = options
  let marks = 0
  return {
    ...rest,
    random: seededRandom(seed, rest.name),
    own: [],
    nextMark: () => `${rest.name}-${++marks}`,
  }
}

/** Sends once; an answer that never comes leaves the intent unknown forever. */
export async function tryIntent(
  client: Client,
  intent: Intent,
  request: StormRequest,
): Promise<void> {
  const answer = await sendOnce(client.line, request, placeOf(client))
  if (answer) settle(client, intent, request, { answer, tries: 1, key: undefined })
}

/** At any process, or at the one of `place`. */
export async function insistOnIntent(
  client: Client,
  intent: Intent,
  request: StormRequest,
  place?: number,
): Promise<void> {
  const insisted = await sendUntilAnswered(
    client.line,
    request,
    place ?? placeOf(client),
    place !== undefined,
  )
  if (insisted) settle(client, intent, request, insisted)
}

function settle(client: Client, intent: Intent, request: StormRequest, insisted: Insisted): void {
  const tasks = tasksOf(insisted.answer)
  if (!tasks) return complain(client, request, insisted.answer)
  intent.outcome = 'acknowledged'
  rememberAnswer(client, request, insisted)
  for (const task of tasks) accept(client, task)
}

/** Undefined when the answer is none of success. */
export function tasksOf({ status, body }: Answer): Task[] | undefined {
  if (status !== 200 && status !== 201) return undefined
  const parsed = JSON.parse(body) as Task | BulkResponse // success answers of the contract
  return 'results' in parsed ? parsed.results.flatMap(({ task }) => task ?? []) : [parsed]
}

/** A task just made, or the next version of one of ours. */
export function accept(client: Client, task: Task): void {
  const { journal, tenant, own } = client
  const place = own.findIndex(({ id }) => id === task.id)
  const before = own[place]
  if (before && task.version !== before.version + 1) {
    journal.contradictions.push(`${task.id} went from ${before.version} to ${task.version}`)
  }
  journal.acknowledge(tenant, task)
  if (before) own[place] = task
  else own.push(task)
  if (own.length > MAX_OWN) own.splice(client.random.between(0, MAX_OWN - 1), 1)
}

export function rememberAnswer(
  { journal, random }: Client,
  request: StormRequest,
  { answer, tries, key }: Insisted,
): void {
  if (key === undefined) return
  journal.answers.set(`${request.tenant.id}/${key}`, digestOfText(answer.body))
  if (tries > 1 || random.next() < REPEATED_SHARE) {
    journal.toRepeat.push({
      request: { ...request, key },
      image: digestOfText(imageOf(answer)),
    })
  }
}

export function complain(client: Client, request: StormRequest, answer: Answer): void {
  const { method, path } = request
  client.journal.contradictions.push(
    `${method} ${path} was answered ${answer.status} ${answer.body}`,
  )
}

/** A task that does not answer as it must is not asked again. */
export function giveUp(client: Client, task: Task): void {
  client.own = client.own.filter(({ id }) => id !== task.id)
}

export function placeOf({ random, line }: Client): number {
  return random.between(0, line.fleet.size - 1)
}
