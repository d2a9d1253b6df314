// Every operation on queues, runs, questions and approvals.

import { testVendor } from '../../tests/harness/integrations/vendor.ts'
import type { Answered, Call, SendCall } from './send-call.ts'

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
  await sendApprovals(send, name)
  const one = await addTask()
  await call('runs.claim_task', 'POST', `/api/tasks/${one.id}/claim`, { agent: name })
  const other = await addTask()
  await call('runs.take', 'POST', `/api/tasks/${other.id}/take`, { assignee: 'kim' })
  const blocked = { title: 'Blocked', blocked_by: [other.id] }
  await call('tasks.create', 'POST', '/api/tasks', blocked)
}

/** An agent that reads, knows and writes needs an approval for the item that would be created for its task. */
async function sendApprovals(send: SendCall, queue: string): Promise<void> {
  const call = (operation: string, method: Call['method'], url: string, payload?: object) =>
    send({ operation, method, url, ...(payload && { payload }) })
  const name = `${queue}-writer`
  const agent = { name, queues: [name], reads_beyond_claim: true }
  await call('agents.create', 'POST', '/api/agents', agent)
  const { url } = await testVendor()
  const tracker = { provider: 'tracker', config: { url }, name }
  const integration = await call('integrations.create', 'POST', '/api/integrations', tracker)
  const parked: string[] = []
  for (const result of [1, 2]) {
    const task = await call('tasks.create', 'POST', '/api/tasks', { title: 'Write', queue: name })
    const link = { integration: integration.id }
    await call('links.create', 'POST', `/api/tasks/${task.id}/links`, link)
    const [claimed] = claimsOf(
      await call('runs.claim', 'POST', '/api/tasks/claim', { agent: name }),
    )
    if (!claimed) throw new Error('no task to claim')
    await call('runs.preview_effects', 'POST', ...about(claimed, 'preview', { result }))
    await call('runs.complete', 'POST', ...about(claimed, 'complete', { result }))
    parked.push(claimed.task.id)
  }
  for (const query of ['', '?state=open', `?agent=${name}`, `?task=${parked[0]}`]) {
    await call('approvals.list', 'GET', `/api/approvals${query}`)
  }
  const [first, second] = (
    await call('approvals.list', 'GET', `/api/approvals?agent=${name}&state=open`)
  )['data'] as { id: string }[] // as the contract says
  await call('approvals.get', 'GET', `/api/approvals/${first?.id}`)
  const edited = await call('approvals.edit', 'POST', `/api/approvals/${first?.id}/edit`, {
    result: 3,
  })
  const { hash } = edited
  await call('approvals.approve', 'POST', `/api/approvals/${first?.id}/approve`, { hash })
  const reason = { reason: 'No' }
  await call('approvals.reject', 'POST', `/api/approvals/${second?.id}/reject`, reason)
  // The next round reads the loaded integrations, which have runs.
  await call('integrations.remove', 'DELETE', `/api/integrations/${integration.id}`)
}

const about = ({ run, lease_token }: Claimed, action: string, body: object = {}) =>
  [`/api/runs/${run.id}/${action}`, { lease_token, ...body }] as const

const claimsOf = ({ data }: Answered) => data as Claimed[] // as the contract says
