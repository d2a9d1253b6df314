// Every operation on queues, runs and questions.
import type { Answered, Call, SendCall } from './request-mix.ts'

type Claimed = { task: { id: string }; run: { id: string }; lease_token: string }

const CONFIRM = { kind: 'confirmation', prompt: 'Refund it?' }

export async function sendWork(send: SendCall, name: string): Promise<void> {
  const call = (operation: string, method: Call['method'], url: string, payload?: object) =>
    send({ operation, method, url, ...(payload && { payload }) })
  await call('agents.create', 'POST', '/api/agents', { name, queues: [name] })
  const addTask = () =>
    call('tasks.create', 'POST', '/api/tasks', { title: 'Work', queue: name, fairness_key: name })
  for (let count = 0; count < 5; count++) await addTask()
  // Counts up to 10,001 entries of each queue.
  await send({ operation: 'queues.list', method: 'GET', url: '/api/queues', isFiltered: true })
  await call('queues.get', 'GET', `/api/queues/${name}`)
  await call('queues.change', 'PATCH', `/api/queues/${name}`, { aging_seconds: 60 })
  await call('queues.history', 'GET', `/api/queues/${name}/history`)
  const claimed = claimsOf(
    await call('runs.claim', 'POST', '/api/tasks/claim', { agent: name, max: 5 }),
  )
  const [first, second, third, fourth, fifth] = claimed
  if (!first || !second || !third || !fourth || !fifth) throw new Error('too few tasks')
  await call('runs.heartbeat', 'POST', ...about(first, 'heartbeat', { checkpoint: 1 }))
  await call('runs.heartbeat', 'POST', ...about(first, 'heartbeat'))
  await call('runs.complete', 'POST', ...about(first, 'complete'))
  await call('runs.fail', 'POST', ...about(second, 'fail', { error: 'No access' }))
  await call('runs.release', 'POST', ...about(third, 'release'))
  await call('runs.cancel', 'POST', `/api/runs/${fourth.run.id}/cancel`, {})
  await call('runs.get', 'GET', `/api/runs/${first.run.id}`)
  for (const query of [
    '',
    '?limit=2',
    `?agent=${name}`,
    `?task=${first.task.id}`,
    '?state=working',
  ]) {
    await call('runs.list', 'GET', `/api/runs${query}`)
  }
  const question = await call('questions.create', 'POST', ...about(fifth, 'questions', CONFIRM))
  await call('questions.get', 'GET', `/api/questions/${question.id}`)
  await call('questions.link', 'POST', `/api/questions/${question.id}/link`, {})
  await call('questions.answer', 'POST', `/api/questions/${question.id}/answer`, { answer: true })
  for (const query of ['', '?state=open', `?agent=${name}`, `?task=${fifth.task.id}`]) {
    await call('questions.list', 'GET', `/api/questions${query}`)
  }
  const one = await addTask()
  await call('runs.claim_task', 'POST', `/api/tasks/${one.id}/claim`, { agent: name })
  const other = await addTask()
  await call('runs.take', 'POST', `/api/tasks/${other.id}/take`, { assignee: 'kim' })
  const blocked = { title: 'Blocked', blocked_by: [other.id] }
  await call('tasks.create', 'POST', '/api/tasks', blocked)
}

const about = ({ run, lease_token }: Claimed, action: string, body: object = {}) =>
  [`/api/runs/${run.id}/${action}`, { lease_token, ...body }] as const

const claimsOf = ({ data }: Answered) => data as Claimed[] // as the contract says
