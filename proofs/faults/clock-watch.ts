// What one process of the service said before its clock jumps must be true afterwards, at this process and at the other one:
// leases, positions in lists and in the event feed, responses to keys, sign-ins and one-time links.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClaimedTask, Task, TaskPage, UserCreated } from '@task-service/contract'
import {
  type Answer,
  type ApiCaller,
  createApiCaller,
} from '../../tests/harness/clients/api-caller.ts'
import { basic, OWN, PASSWORD } from '../../tests/harness/dashboard/dashboard.ts'
import { type Service, UI_PASSWORD } from '../../tests/harness/service.ts'
import type { Fault, Scene } from './fault.ts'
import type { Site } from './site.ts'

const LEASE_SECONDS = 120
const LEAST_JUMP_MS = 50 * 60_000
const AGENT = 'clock-watcher'

type Known = {
  claimed: ClaimedTask
  tasksCursor: string
  eventsCursor: string
  key: string
  /** Of the response to the key. */
  taskId: string
  resetToken: string
}

type Caller = { caller: ApiCaller; apis: Site['apis']; contradictions: string[] }

export async function watchClock({ site }: Scene, hours: number): Promise<Fault> {
  const watch: Caller = { caller: createApiCaller(), apis: site.apis, contradictions: [] }
  const known = await learn(watch)
  // What is rejected while the clock is wrong is due again by a clock that is right.
  site.receiver.reject(true)
  const rejected = site.receiver.rejected()
  site.clock.advance(hours)
  await sleep(2_000)
  await check(watch, known, 'after the jump')
  await redeem(watch, known)
  site.receiver.reject(false)
  const jumped = await jumpOf(watch)
  const hasRejected = site.receiver.rejected() > rejected
  return {
    tookEffect: () => Math.abs(jumped) > LEAST_JUMP_MS && hasRejected,
    contradictions: () => watch.contradictions,
    async end() {
      site.clock.advance(-hours)
      await sleep(500)
      await check(watch, known, 'after the jump back')
      watch.caller.close()
    },
  }
}

/** At the process whose clock jumps. */
async function learn(watch: Caller): Promise<Known> {
  const [api] = watch.apis
  const key = `clock-${crypto.randomUUID()}`
  const create = (body: object, more = {}) => ask<Task>(watch, api, '/api/tasks', { body, ...more })
  const { id: taskId } = await create({ title: key }, { key })
  // There already in the second round.
  await send(watch, api, '/api/agents', { body: { name: AGENT, queues: ['clock'] } })
  await create({ title: `held ${key}`, queue: 'clock' })
  const { data } = await ask<{ data: ClaimedTask[] }>(watch, api, '/api/tasks/claim', {
    body: { agent: AGENT, lease_seconds: LEASE_SECONDS },
  })
  const [claimed] = data
  if (!claimed) throw new Error('there was nothing to claim')
  const tasks = await ask<TaskPage>(watch, api, '/api/tasks?limit=5')
  const events = await ask<{ next_cursor: string }>(watch, api, '/api/events?limit=5')
  const made = await ask<UserCreated>(watch, api, '/ui/api/users', {
    body: { username: `user-${crypto.randomUUID().slice(0, 8)}` },
  })
  return {
    claimed,
    tasksCursor: tasks.next_cursor ?? '',
    eventsCursor: events.next_cursor ?? '',
    key,
    taskId,
    resetToken: /token=(.+)$/.exec(made.reset_link?.path ?? '')?.[1] ?? '',
  }
}

async function check(watch: Caller, known: Known, when: string): Promise<void> {
  const { run, lease_token, task } = known.claimed
  for (const [place, api] of watch.apis.entries()) {
    const expect = async (what: string, status: number, path: string, more: Request = {}) => {
      const answer = await send(watch, api, path, more)
      if (answer.status === status) return answer
      const fault = `${when}, process ${place}: ${what}: ${answer.status} ${answer.body.slice(0, 200)}`
      watch.contradictions.push(fault)
      return undefined
    }
    await expect('list continued', 200, `/api/tasks?limit=5&cursor=${known.tasksCursor}`)
    await expect('feed continued', 200, `/api/events?limit=5&after=${known.eventsCursor}`)
    await expect('sign-in', 200, '/ui/api/users')
    await expect('held task claimed again', 409, `/api/tasks/${task.id}/claim`, {
      body: { agent: AGENT },
    })
    await expect('heartbeat', 200, `/api/runs/${run.id}/heartbeat`, { body: { lease_token } })
    const again = { body: { title: known.key }, key: known.key }
    const repeated = await expect('repeated create', 201, '/api/tasks', again)
    const { id } = JSON.parse(repeated?.body ?? '{}') as Partial<Task> // of the contract
    if (repeated && id !== known.taskId)
      watch.contradictions.push(`${when}: ${known.key} made ${id}`)
  }
}

/** Once, at the process whose clock is right or at the other one. */
async function redeem(watch: Caller, { resetToken }: Known): Promise<void> {
  const body = { token: resetToken, password: PASSWORD }
  const [first, second] = watch.apis
  const answers = [
    await send(watch, first, '/ui/reset', { body }),
    await send(watch, second, '/ui/reset', { body }),
  ]
  const [once = 0, twice = 0] = answers.map(({ status }) => status)
  if (once === 204 && twice >= 400 && twice < 500) return
  watch.contradictions.push(`a reset link was accepted with ${once}, and again with ${twice}`)
}

/** Of the first process, in milliseconds. */
async function jumpOf(watch: Caller): Promise<number> {
  const { headers } = await send(watch, watch.apis[0], '/healthz')
  return Date.parse(String(headers.date)) - Date.now()
}

type Request = { body?: object; key?: string }

async function ask<T>(watch: Caller, api: Service, path: string, more: Request = {}): Promise<T> {
  const answer = await send(watch, api, path, more)
  if (answer.status < 300) return JSON.parse(answer.body) as T // of the contract
  throw new Error(`${path}: ${answer.status} ${answer.body}`)
}

function send(
  { caller }: Caller,
  { url, apiKey }: Service,
  path: string,
  { body, key }: Request = {},
): Promise<Answer> {
  const login = { username: 'admin', password: UI_PASSWORD }
  const headers = path.startsWith('/ui/')
    ? { authorization: basic(login), ...OWN }
    : { 'x-api-key': apiKey, ...(key !== undefined && { 'idempotency-key': key }) }
  return caller.call(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body && { body }),
  })
}
