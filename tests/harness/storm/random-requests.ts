// Requests that clients of the storm send: create alone, in bulk and by reference, change and move; with an Idempotency-Key
// and without.
import { PRIORITIES, type Task, type TaskCreate, transitions } from '@task-service/contract'
import type { SeededRandom } from '../random/seeded-random.ts'
import {
  accept,
  type Client,
  complain,
  giveUp,
  insistOnIntent,
  placeOf,
  rememberAnswer,
  tasksOf,
  tryIntent,
} from './client.ts'
import type { Intent } from './journal.ts'
import { type StormRequest, sendUntilAnswered } from './send.ts'

const SOURCE = 'storm'
const MAX_BULK = 8

/** One request, chosen by chance; creates are the most. */
export async function sendRandomRequest(client: Client): Promise<void> {
  const chance = client.random.next()
  if (chance < 0.35) return create(client, true)
  if (chance < 0.55) return create(client, false)
  if (chance < 0.6) return createBulk(client, true)
  if (chance < 0.63) return createBulk(client, false)
  if (chance < 0.75) return upsert(client)
  if (chance < 0.88) return change(client)
  return move(client)
}

/** With a key until it is answered: at any process, or at the one of `place`. */
export async function create(client: Client, keyed: boolean, place?: number): Promise<void> {
  const mark = client.nextMark()
  const request: StormRequest = {
    tenant: client.tenant,
    method: 'POST',
    path: '/api/tasks',
    body: draft(client.random, mark),
  }
  const intent = intend(client, [mark])
  if (!keyed) return tryIntent(client, intent, request)
  return insistOnIntent(client, intent, { ...request, key: mark }, place)
}

/** With a key also a change of a task it has already: all of it or nothing. */
async function createBulk(client: Client, keyed: boolean): Promise<void> {
  const mark = client.nextMark()
  const count = client.random.between(2, MAX_BULK)
  const titles = Array.from({ length: count }, (_, index) => `${mark}.${index}`)
  const changed = keyed ? pickOwn(client) : undefined
  const items = [
    ...titles.map((title) => ({ create: draft(client.random, title) })),
    ...(changed ? [{ update: { task: changed.id, changes: { fields: { mark } } } }] : []),
  ]
  const request: StormRequest = {
    tenant: client.tenant,
    method: 'POST',
    path: '/api/tasks/bulk',
    body: { items },
  }
  const intent = intend(client, titles)
  if (!keyed) return tryIntent(client, intent, request)
  return insistOnIntent(client, intent, { ...request, key: mark })
}

/** The reference makes it safe to repeat, so there is no need of a key. */
async function upsert(client: Client): Promise<void> {
  const existing = client.random.next() < 0.4 ? pickOwn(client, isReferenced) : undefined
  const mark = client.nextMark()
  const title = existing?.title ?? mark
  const request: StormRequest = {
    tenant: client.tenant,
    method: 'PUT',
    path: `/api/tasks/by-ref/${SOURCE}/${title}`,
    body: existing ? { title, fields: { mark } } : draft(client.random, title),
  }
  if (existing) return changeOwn(client, existing, request)
  return insistOnIntent(client, intend(client, [title]), request)
}

async function change(client: Client): Promise<void> {
  const task = pickOwn(client)
  if (!task) return create(client, true)
  const mark = client.nextMark()
  const { random } = client
  return changeOwn(client, task, {
    tenant: client.tenant,
    method: 'PATCH',
    path: `/api/tasks/${random.next() < 0.5 ? task.id : `T-${task.number}`}`,
    body: { fields: { mark }, ...(random.next() < 0.3 && { labels: [mark] }) },
    ...(random.next() < 0.5 && { ifMatch: task.version }),
  })
}

async function move(client: Client): Promise<void> {
  const task = pickOwn(client)
  if (!task) return create(client, true)
  const [first = 'ready', ...rest] = transitions[task.status]
  return changeOwn(client, task, {
    tenant: client.tenant,
    method: 'POST',
    path: `/api/tasks/${task.id}/transitions`,
    body: { to: client.random.pick([first, ...rest]) },
    ...(client.random.next() < 0.5 && { key: client.nextMark() }),
  })
}

/** Repeated without a key it changes nothing more; repeated with `If-Match` it is refused once it is done. */
async function changeOwn(client: Client, task: Task, request: StormRequest): Promise<void> {
  const insisted = await sendUntilAnswered(client.line, request, placeOf(client))
  if (!insisted) return giveUp(client, task)
  const { answer, tries } = insisted
  if (answer.status === 412 && tries > 1) return lookUp(client, task, request)
  const [changed] = tasksOf(answer) ?? []
  if (!changed) {
    giveUp(client, task)
    return complain(client, request, answer)
  }
  rememberAnswer(client, request, insisted)
  accept(client, changed)
}

/** Whether it was our own lost request that moved the version on. */
async function lookUp(client: Client, task: Task, request: StormRequest): Promise<void> {
  const path = `/api/tasks/${task.id}`
  const get: StormRequest = { tenant: client.tenant, method: 'GET', path }
  const insisted = await sendUntilAnswered(client.line, get, placeOf(client))
  const [found] = (insisted && tasksOf(insisted.answer)) ?? []
  const { fields } = request.body as { fields: { mark: string } } // as change() makes it
  if (found?.fields['mark'] === fields.mark) return accept(client, found)
  giveUp(client, task)
  if (insisted) complain(client, get, insisted.answer)
}

function intend(client: Client, titles: string[]): Intent {
  const intent: Intent = { tenant: client.tenant, titles, outcome: 'unknown' }
  client.journal.intents.push(intent)
  return intent
}

const isReferenced = ({ source }: Task) => source !== null

function pickOwn({ own, random }: Client, fits = (_task: Task) => true): Task | undefined {
  const [first, ...rest] = own.filter(fits)
  return first && random.pick([first, ...rest])
}

function draft(random: SeededRandom, title: string): TaskCreate {
  return {
    title,
    description: 'storm '.repeat(random.between(0, 100)),
    priority: random.pick(PRIORITIES),
    labels: ['storm', 'rain', 'hail'].filter(() => random.next() < 0.3),
    fields: { mark: title },
  }
}
