// Agents of a tenant with a marked text in every field, their tokens, runs and questions, and the keys that requests
// were made with.
import { LEASE_SECONDS } from '../../contract/src/agents/runs.ts'
import type { TenantClient } from './webhook-belongings.ts'

/** A valid token of one of the agents. */
export async function furnishAgent(client: TenantClient, name: string): Promise<string> {
  const { marker, post, get, note } = client
  const text = (field: string) => `${marker}-${field}-${name}`
  const agent = await post('/api/agents', {
    name: text('agent'),
    description: text('description'),
    queues: [text('queue')],
  })
  await post('/api/agents', { name: text('other') })
  const url = `/api/agents/${text('agent')}`
  const token = await post(`${url}/tokens`, {})
  note('agn', agent['id'])
  note('agent', text('agent'))
  note('tok', token['id'])
  note('cursor of agents.list', (await get('/api/agents?limit=1'))['next_cursor'])
  await useKeys(client, name)
  await furnishRuns(client, name)
  return String(token['token'])
}

/** Each key stands for a response of this tenant that no other tenant may get. */
async function useKeys({ marker, post, note }: TenantClient, name: string): Promise<void> {
  const made = `${marker}-made-${name}`
  const url = `/api/agents/${made}`
  const requests: [operation: string, path: string, body?: object][] = [
    ['agents.create', '/api/agents', { name: made }],
    ['agents.pause', `${url}/pause`],
    ['agents.resume', `${url}/resume`],
    ['agent_tokens.create', `${url}/tokens`, {}],
  ]
  for (const [operation, path, body] of requests) {
    const key = `${marker}-${operation}-${name}`
    note(`Idempotency-Key of ${operation}`, key)
    await post(path, body, { 'idempotency-key': key })
  }
}

/** Runs of the agent: one at work, one that waits for an answer, one that got it and one canceled; a person takes a task. */
async function furnishRuns(client: TenantClient, name: string): Promise<void> {
  const { get, note } = client
  const working = await claim(client, name, 'working')
  const waiting = await claim(client, name, 'waiting')
  const answered = await claim(client, name, 'answered')
  const taken = await queueTask(client, name, 'taken')
  const canceled = await claim(client, name, 'canceled')
  note('run', working.run)
  // Both are done with: a request that differs only in its key gets the same answer each time.
  note('tsk of runs.take', taken)
  note('run of runs.cancel', canceled.run)
  await postWithKey(client, name, 'runs.take', `/api/tasks/${taken}/take`, {})
  await postWithKey(client, name, 'runs.cancel', `/api/runs/${canceled.run}/cancel`, {
    force: true,
  })
  const question = await ask(client, name, waiting, 'questions.create')
  const closed = await ask(client, name, answered, 'agent.questions.create')
  note('qst', question)
  await postWithKey(client, name, 'questions.answer', `/api/questions/${closed}/answer`, {
    answer: true,
    note: `${client.marker}-note-${name}`,
  })
  await postWithKey(client, name, 'questions.link', `/api/questions/${question}/link`, {})
  note('cursor of runs.list', (await get('/api/runs?limit=1'))['next_cursor'])
  note('cursor of questions.list', (await get('/api/questions?limit=1'))['next_cursor'])
}

type Claim = { run: string; leaseToken: string }

/** The id of the task. */
async function queueTask(
  { marker, post }: TenantClient,
  name: string,
  title: string,
): Promise<string> {
  const task = await post('/api/tasks', {
    title: `${marker}-${title}-${name}`,
    queue: `${marker}-queue-${name}`,
  })
  return String(task['id'])
}

async function claim(client: TenantClient, name: string, title: string): Promise<Claim> {
  const task = await queueTask(client, name, title)
  const claimed = await client.post(`/api/tasks/${task}/claim`, {
    agent: `${client.marker}-agent-${name}`,
    lease_seconds: LEASE_SECONDS.max,
  })
  const run = claimed['run'] as { id: string } // the answer of the claim operation
  return { run: run.id, leaseToken: String(claimed['lease_token']) }
}

/** The id of the question. */
async function ask(
  client: TenantClient,
  name: string,
  { run, leaseToken }: Claim,
  operation: string,
): Promise<string> {
  const question = await postWithKey(client, name, operation, `/api/runs/${run}/questions`, {
    lease_token: leaseToken,
    kind: 'confirmation',
    prompt: `${client.marker}-prompt-${name}`,
    context: `${client.marker}-context-${name}`,
  })
  return String(question['id'])
}

function postWithKey(
  { marker, post, note }: TenantClient,
  name: string,
  operation: string,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const key = `${marker}-${operation}-${name}`
  note(`Idempotency-Key of ${operation}`, key)
  return post(path, body, { 'idempotency-key': key })
}

/** Ids of all that, in the form clients see. */
export const agentIds = [
  ['agn', 'agents'],
  ['tok', 'agent_tokens'],
  ['run', 'runs'],
  ['qst', 'questions'],
  ['apr', 'approvals'],
]
  .map(
    ([prefix, table]) =>
      `union all select '${prefix}_' || replace(id::text, '-', '') from ${table} where tenant_id = $1`,
  )
  .join('\n')
