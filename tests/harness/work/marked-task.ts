// A task with a mark in every text that people, agents, trackers and programs can write about it: the task, its comments, two
// earlier attempts with what they left behind, answers, and rejections.
import assert from 'node:assert/strict'
import type { ClaimedTask } from '@task-service/contract'
import type { ApiClient } from '../api-client.ts'
import { dashboardOf } from '../dashboard/dashboard.ts'
import { uuidOf } from '../history.ts'
import { newConnection } from '../integrations/new-integration.ts'
import { plantLink } from '../integrations/sync-rows.ts'
import { inspect, newTenant, newUser, testApi } from '../test-api.ts'
import { addBot, asHolder, BOT } from './claimed-run.ts'
import { openApproval } from './gated-run.ts'
import { Marks, type Origin } from './marks.ts'
import { type McpClient, mcpWithToken } from './mcp-client.ts'

export const FIRST = 'first-agent'
export const SECOND = 'second-agent'

type Person = { id: string; ask: Awaited<ReturnType<typeof personOf>>['ask'] }

export type MarkedTask = {
  client: ApiClient
  marks: Marks
  mcp: McpClient
  task: string
  integration: string
  /** A text that no task has yet. */
  delegate: string
  /** Matches `output_schema`. */
  result: Record<string, unknown>
  from: Record<'api' | 'person' | 'tracker' | 'bot', Origin>
}

async function personOf(client: ApiClient) {
  const person = await newUser(client.tenant, 'ada')
  const send = dashboardOf(await testApi(), client.tenant, person)
  const ask = async (path: string, body: object) => {
    const answer = await send(`/ui/api${path}`, { method: 'POST', body })
    assert.ok(answer.statusCode < 300, answer.body)
  }
  return { id: person.id, ask }
}

export async function markedTask(): Promise<MarkedTask> {
  const client = await newTenant()
  const person = await personOf(client)
  const marks = new Marks()
  const { created_by: key } = await client.create({ status: 'triage' })
  const api = { source: 'api', author: key.id }
  const tracker = { source: 'integration', author: '' }
  const remoteField = marks.add('remote_field', tracker)
  const { id: integration } = await newConnection(client, {
    agent_writes: 'approve',
    name: marks.add('integration_name', api),
    mapping: { custom: [{ remote: remoteField, field: 'severity', direction: 'out' }] },
  })
  tracker.author = integration
  const from = {
    api,
    person: { source: 'person', author: person.id },
    tracker,
    bot: { source: 'agent', author: BOT },
  }
  await addBot(client, {
    description: marks.add('agent_description', api),
    reads_beyond_claim: true,
  })
  for (const name of [FIRST, SECOND]) await addBot(client, { name })
  const { task, link } = await plantLink({ client, integration })
  const mcp = await mcpWithToken(client)
  const delegate = marks.add('delegate', tracker)
  const scene = { client, marks, mcp, task, integration, delegate, from, result: {} }
  const result = await markFields(scene)
  await markOrigin({ ...scene, link, remoteField })
  await markComments(scene, person)
  await leaveAttempts({ ...scene, result }, person)
  return { ...scene, result }
}

/** Returns a result that matches the schema. */
async function markFields({ client, marks, task, from }: MarkedTask) {
  const put = (name: string) => marks.add(name, from.tracker)
  const property = put('schema_property')
  const choice = put('schema_enum')
  const body = {
    title: put('title'),
    description: put('description'),
    labels: [put('label')],
    assignee: put('assignee'),
    input: { [put('input_name')]: put('input_value') },
    result: { [put('result_name')]: put('result_value') },
    fields: { severity: 'high', [put('field_name')]: put('field_value') },
    fairness_key: put('fairness_key'),
    checklist: [{ text: put('checklist_text') }],
    output_schema: {
      title: put('schema_title'),
      description: put('schema_description'),
      type: 'object',
      properties: { [property]: { enum: [choice, put('schema_other_enum')] } },
      required: [property],
      additionalProperties: false,
    },
  }
  const { status, text } = await client.call('tasks.change', { params: { task }, body })
  assert.equal(status, 200, text)
  return { [property]: choice }
}

/** As if the task had been imported. */
async function markOrigin(scene: MarkedTask & { link: string; remoteField: string }) {
  const { marks, task, integration, from, link, remoteField } = scene
  const origin = {
    kind: 'integration',
    integration_id: integration,
    external_id: marks.add('external_id', from.tracker),
    url: marks.add('url', from.tracker),
  }
  await inspect(
    `update tasks set doc = (doc::jsonb || jsonb_build_object('origin', $2::jsonb))::json where id = $1`,
    [uuidOf(task), JSON.stringify(origin)],
  )
  const shadow = {
    title: { remote: marks.add('remote_title', from.tracker), local: 'a' },
    [`custom.${remoteField}`]: { remote: null, local: null },
  }
  const key = marks.add('external_key', from.tracker)
  await inspect('update links set external_key = $2, shadow = $3 where id = $1', [
    uuidOf(link),
    key,
    JSON.stringify(shadow),
  ])
}

async function markComments(scene: MarkedTask, person: Person) {
  const { client, marks, task, integration, from } = scene
  const say = (name: string, origin: Origin) => ({ body: marks.add(name, origin) })
  await client.call('comments.create', { params: { task }, body: say('comment_api', from.api) })
  await person.ask(`/tasks/${task}/comments`, say('comment_person', from.person))
  const imported = say('comment_tracker', from.tracker)
  await inspect(
    `insert into comments (tenant_id, id, task_id, author, body, created_at, updated_at)
     select tenant_id, gen_random_uuid(), id, $2, $3, now(), now() from tasks where id = $1`,
    [uuidOf(task), `system:${integration}`, imported.body],
  )
}

const by = (agent: string): Origin => ({ source: 'agent', author: agent })

/** The first agent asks four times, is rejected twice and fails; the second one hands off. */
async function leaveAttempts(scene: MarkedTask, person: Person): Promise<void> {
  const { client, marks, task } = scene
  const put = (name: string) => marks.add(name, by(FIRST))
  const first = await claimAs(scene, FIRST)
  await beat(client, first, {
    progress: { message: put('progress') },
    plan: [{ title: put('plan_title'), state: 'done', note: put('plan_note') }],
    checkpoint: { [put('checkpoint_name')]: put('checkpoint_value') },
  })
  await leaveAnswers(scene, person, first)
  await leaveRejections(scene, person, first)
  const failed = asHolder(first, { error: put('run_error'), retry_after_seconds: 0 })
  await insist(client.call('runs.fail', failed))
  const second = await claimAs(scene, SECOND)
  const handoff = marks.add('handoff', by(SECOND))
  await insist(client.call('runs.release', asHolder(second, { handoff })))
  assert.equal((await client.get(task)).status, 'ready')
}

async function insist(reply: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await reply
  assert.ok(status < 300, text)
}

async function claimAs({ client, task }: MarkedTask, agent: string): Promise<ClaimedTask> {
  const { body } = await client.call('runs.claim_task', { params: { task }, body: { agent } })
  return body
}

const beat = (client: ApiClient, run: ClaimedTask, body: Record<string, unknown> = {}) =>
  insist(client.call('runs.heartbeat', asHolder(run, body)))

async function leaveAnswers(scene: MarkedTask, person: Person, run: ClaimedTask): Promise<void> {
  const { client, marks, from } = scene
  const link = { source: 'link', author: 'answer-link' }
  const timeout = { source: 'timeout policy', author: 'agent' }
  const given = { api: from.api, person: from.person, link, timeout }
  for (const [name, origin] of Object.entries(given)) {
    const asked = await client.call(
      'questions.create',
      asHolder(run, {
        kind: 'input',
        prompt: marks.add(`prompt_${name}`, from.bot),
        context: marks.add(`context_${name}`, from.bot),
      }),
    )
    const { id } = asked.body
    const answer = {
      answer: { [marks.add(`answer_name_${name}`, origin)]: marks.add(`answer_${name}`, origin) },
      note: marks.add(`note_${name}`, origin),
    }
    if (name === 'person') await person.ask(`/questions/${id}/answer`, answer)
    else await insist(client.call('questions.answer', { params: { question: id }, body: answer }))
    const others: Record<string, string | null> = { link: 'system:answer-link', timeout: null }
    if (name in others) {
      await inspect('update questions set answered_by = $2 where id = $1', [
        uuidOf(id),
        others[name],
      ])
    }
    await beat(client, run)
  }
}

async function leaveRejections(scene: MarkedTask, person: Person, run: ClaimedTask): Promise<void> {
  const { client, marks, from, result } = scene
  for (const name of ['api', 'person'] as const) {
    await insist(client.call('runs.complete', asHolder(run, { result })))
    const { id } = await openApproval(client)
    const body = { reason: marks.add(`reason_${name}`, from[name]) }
    if (name === 'person') await person.ask(`/approvals/${id}/reject`, body)
    else await insist(client.call('approvals.reject', { params: { approval: id }, body }))
    await beat(client, run)
  }
}
