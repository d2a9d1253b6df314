// What the compiler accepts: types that follow the contract, checked by `npm run check`.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type {
  Comment as ContractComment,
  HeartbeatResponse as ContractHeartbeatResponse,
  Problem as ContractProblem,
  Run as ContractRun,
  Task as ContractTask,
  TaskCreate as ContractTaskCreate,
  WebhookCreate as ContractWebhookCreate,
} from '@task-service/contract'
import { TaskService } from './client.ts'
import { isTaskServiceError } from './errors.ts'
import type {
  Comment,
  HeartbeatResponse,
  Problem,
  Run,
  Task,
  TaskCreate,
  TaskServiceEvent,
  WebhookCreate,
} from './generated/types.gen.ts'

const client = new TaskService({ url: 'http://127.0.0.1:9', apiKey: 'none' })

/** Compiles only if the SDK's types accept everything that the service sends. */
export const received = (
  task: ContractTask,
  run: ContractRun,
  comment: ContractComment,
  problem: ContractProblem,
  heartbeat: ContractHeartbeatResponse,
): [Task, Run, Comment, Problem, HeartbeatResponse] => [task, run, comment, problem, heartbeat]

/** Compiles only if the contract accepts what the SDK's types require. */
export const sent = (
  task: Pick<TaskCreate, 'title'>,
  webhook: Pick<WebhookCreate, 'url'>,
): [ContractTaskCreate, ContractWebhookCreate] => [task, webhook]

/** Never called: only compiled. */
export function compileOnly(): void {
  void client.tasks.list({ status: ['ready', 'in_progress'], limit: undefined })
  // @ts-expect-error -- not a status
  void client.tasks.list({ status: ['done'] })
  // @ts-expect-error -- a title is required
  void client.tasks.create({ description: 'x' })
  // @ts-expect-error -- the contract has no such field
  void client.tasks.create({ title: 'x', titel: 'y' })
  // @ts-expect-error -- a GET takes no idempotency key
  void client.tasks.get('T-1', { idempotencyKey: 'x' })
  // @ts-expect-error -- creating takes no version
  void client.tasks.create({ title: 'x' }, { ifMatch: 1 })
  void client.tasks.update('T-1', { title: 'x' }, { ifMatch: 1 })
}

export function narrow(event: TaskServiceEvent, error: unknown): string {
  if (event.type === 'task.completed') return event.data.title
  if (event.type === 'run.failed') return event.data.error ?? ''
  // @ts-expect-error -- not of every event
  const { title } = event.data
  if (isTaskServiceError(error, 'task_not_found', 'lease_lost')) {
    const code: 'task_not_found' | 'lease_lost' = error.code
    return code
  }
  return title
}

test('every operation of the contract has a method', async () => {
  const { operations } = await import('@task-service/contract')
  const methods = Object.values(client).flatMap((resource: object) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(resource)),
  )
  assert.ok(methods.length > 100)
  const names = new Set(Object.keys(client))
  for (const id of Object.keys(operations)) {
    const resource = (id.split('.')[0] ?? '').replaceAll(/_(\w)/g, (_, letter: string) =>
      letter.toUpperCase(),
    )
    assert.ok(names.has(resource), `client.${resource}`)
  }
})
