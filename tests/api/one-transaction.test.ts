// Every write is one transaction: its rows, its event, its audit entry and the answer kept for its key come together
// or not at all. Shown by making one of them impossible.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type OperationId, type Operations, operations } from '@task-service/contract'
import { newAgent, newToken } from '../harness/agents/new-agent.ts'
import type { ApiClient, CallInput } from '../harness/api-client.ts'
import { newEdge } from '../harness/edge/new-connector.ts'
import { attached } from '../harness/files/new-attachment.ts'
import { countHistory } from '../harness/history.ts'
import { newImport, setState } from '../harness/imports/new-import.ts'
import { newConnection } from '../harness/integrations/new-integration.ts'
import {
  plantConflict,
  plantLink,
  plantRun,
  plantWriteBack,
} from '../harness/integrations/sync-rows.ts'
import { testVendor } from '../harness/integrations/vendor.ts'
import { newSchedule, newTemplate, scheduleOf } from '../harness/recurrence/new-schedule.ts'
import { inspect, newTenant } from '../harness/test-api.ts'
import { newWebhook, RECEIVER_URL } from '../harness/webhooks/new-webhook.ts'
import { aboutRun, ask, CONFIRM, claimTask } from '../harness/work/ask.ts'
import { addBot, asHolder, BOT, claimedRun } from '../harness/work/claimed-run.ts'
import { aboutApproval, parkedRun } from '../harness/work/gated-run.ts'

/** They only answer a question that is too long for a query. */
type QuestionId =
  | 'webhooks.test_filter'
  | 'integrations.try'
  | 'integrations.preview'
  | 'runs.preview_effects'
  | 'schedules.preview'

type WriteId = Exclude<
  { [Id in OperationId]: Operations[Id]['method'] extends 'GET' ? never : Id }[OperationId],
  QuestionId
>

const reference = { source: 'crm', external_id: '1' }
const title = { title: 'changed' }

/** A request that writes once. A new operation that writes does not compile until it has a line here. */
const writes: Record<WriteId, (client: ApiClient) => Promise<CallInput>> = {
  'tasks.create': async () => ({ body: { title: 'new', labels: ['a'], ...reference } }),
  'tasks.bulk': async () => ({ body: { items: [{ create: { title: 'new', labels: ['a'] } }] } }),
  'tasks.change': async (client) => ({
    params: { task: (await client.create()).id },
    body: { ...title, labels: ['a', 'b'] },
  }),
  'tasks.remove': async (client) => ({ params: { task: (await labeled(client)).id } }),
  'tasks.transition': async (client) => ({
    params: { task: (await client.create()).id },
    body: { to: 'completed', result: 1 },
  }),
  'tasks.upsert': async () => ({ params: reference, body: title }),
  'comments.create': async (client) => ({
    params: { task: (await client.create()).id },
    body: { body: 'new' },
  }),
  'comments.change': async (client) => ({ params: await comment(client), body: { body: 'new' } }),
  'comments.remove': async (client) => ({ params: await comment(client) }),
  'attachments.create': async (client) => ({
    params: { task: (await client.create()).id },
    query: { name: 'new.txt' },
    file: 'new',
  }),
  'attachments.remove': async (client) => ({ params: await attached(client) }),
  'views.create': async () => ({ body: { name: 'new' } }),
  'views.change': async (client) => ({ ...(await viewed(client)), body: { name: 'new' } }),
  'views.remove': viewed,
  'fields.create': async () => ({ body: { name: 'new', type: 'text' } }),
  'fields.change': async (client) => ({ ...(await fielded(client)), body: { name: 'new' } }),
  'fields.remove': fielded,
  'templates.create': async () => ({ body: { name: 'new', task: { title: 'new' } } }),
  'templates.change': async (client) => ({ ...(await templated(client)), body: { name: 'new' } }),
  'templates.remove': templated,
  'templates.create_task': async (client) => ({ ...(await templated(client)), body: {} }),
  'schedules.create': async (client) => ({ body: scheduleOf(await newTemplate(client)) }),
  'schedules.change': async (client) => ({ ...(await scheduled(client)), body: { name: 'new' } }),
  'schedules.remove': scheduled,
  'schedules.pause': scheduled,
  'schedules.resume': async (client) => {
    const input = await scheduled(client)
    await client.call('schedules.pause', input)
    return input
  },
  'imports.create': async () => ({ query: { name: 'new.csv' }, file: 'title\nnew\n' }),
  'imports.validate': async (client) => ({ ...(await uploaded(client)), body: {} }),
  'imports.start': (client) => inState(client, 'ready'),
  'imports.cancel': (client) => inState(client, 'importing'),
  'imports.remove': uploaded,
  'webhooks.create': async () => ({ body: { url: RECEIVER_URL } }),
  'webhooks.change': async (client) => ({ ...(await hooked(client)), body: { enabled: false } }),
  'webhooks.remove': hooked,
  'webhooks.rotate_secret': async (client) => ({ ...(await hooked(client)), body: {} }),
  'webhooks.test': hooked,
  'webhooks.retry': hooked,
  'webhooks.recover': async (client) => ({
    ...(await hooked(client)),
    body: { since: '2026-01-01T00:00:00Z', only: 'failed' },
  }),
  'deliveries.resend': async (client) => {
    const input = await hooked(client)
    const { id: delivery } = (await client.call('webhooks.test', input)).body
    return { params: { delivery } }
  },
  'deliveries.resend_many': async (client) => {
    const input = await hooked(client)
    const { id } = (await client.call('webhooks.test', input)).body
    return { body: { deliveries: [id] } }
  },
  'runs.claim': async (client) => {
    await addBot(client)
    await client.create()
    return { body: { agent: BOT } }
  },
  'runs.claim_task': async (client) => {
    await addBot(client)
    return { params: { task: (await client.create()).id }, body: { agent: BOT } }
  },
  'runs.take': async (client) => ({ params: { task: (await client.create()).id }, body: {} }),
  'runs.heartbeat': async (client) => asHolder(await claimedRun(client)),
  'runs.complete': async (client) => asHolder(await claimedRun(client), { result: 1 }),
  'runs.fail': async (client) => asHolder(await claimedRun(client), { error: 'No access' }),
  'runs.release': async (client) => asHolder(await claimedRun(client)),
  'runs.cancel': async (client) => ({
    params: { run: (await claimedRun(client)).run.id },
    body: { force: true },
  }),
  'questions.create': async (client) => aboutRun(await claimTask(client), CONFIRM),
  'questions.answer': async (client) => ({
    params: { question: (await ask(client)).question.id },
    body: { answer: true },
  }),
  'questions.link': async (client) => ({
    params: { question: (await ask(client)).question.id },
    body: {},
  }),
  'approvals.approve': async (client) => {
    const { approval } = await parkedRun(client)
    return aboutApproval(approval, { hash: approval.hash })
  },
  'approvals.reject': async (client) =>
    aboutApproval((await parkedRun(client)).approval, { reason: 'No' }),
  'approvals.edit': async (client) =>
    aboutApproval((await parkedRun(client)).approval, { result: 5 }),
  'queues.change': async () => ({ params: { queue: 'support' }, body: { aging_seconds: 60 } }),
  'settings.change': async () => ({ body: { name: 'changed' } }),
  'integrations.create': async () => {
    const { url } = await testVendor()
    return { body: { provider: 'tracker', name: 'new', config: { url } } }
  },
  'integrations.change': async (client) => ({
    ...(await connected(client)),
    body: { name: 'new' },
  }),
  'integrations.remove': connected,
  'integrations.set_credential': async (client) => ({
    ...(await connected(client)),
    body: { secrets: { token: 'another' } },
  }),
  'integrations.check': connected,
  'integrations.register_webhook': connected,
  'integrations.unregister_webhook': connected,
  'integrations.sync': async (client) => ({ ...(await connected(client)), body: {} }),
  'integrations.retry_failures': connected,
  'sync_runs.cancel': async (client) => ({
    params: { run: await plantRun(await owned(client)) },
  }),
  'links.create': async (client) => {
    const { integration } = await owned(client)
    return { params: { task: (await client.create()).id }, body: { integration } }
  },
  'links.remove': async (client) => ({
    params: { link: (await plantLink(await owned(client))).link },
  }),
  'links.resume': async (client) => ({
    params: { link: (await plantLink(await owned(client), 'frozen')).link },
  }),
  'conflicts.resolve': async (client) => ({
    params: { conflict: (await plantConflict(await owned(client))).conflict },
    body: { use: 'service' },
  }),
  'write_backs.retry': async (client) => ({
    params: { write_back: (await plantWriteBack(await owned(client))).write_back },
  }),
  'agents.create': async () => ({ body: { name: 'new' } }),
  'agents.change': async (client) => ({ ...(await hired(client)), body: { concurrency: 3 } }),
  'agents.remove': hired,
  'agents.pause': hired,
  'agents.resume': async (client) => {
    const input = await hired(client)
    await client.call('agents.pause', input)
    return input
  },
  'agent_tokens.create': async (client) => ({ ...(await hired(client)), body: {} }),
  'agent_tokens.revoke': async (client) => {
    const { params } = await hired(client)
    return { params: { ...params, token: (await newToken(client, params.agent)).id } }
  },
  'connectors.create': async () => ({ body: { name: 'new' } }),
  'connectors.change': async (client) => ({ ...(await enrolled(client)), body: { name: 'new' } }),
  'connectors.remove': enrolled,
  'connectors.enrol': enrolled,
  'connectors.revoke': enrolled,
  'connectors.rotate': enrolled,
  'connectors.drain': enrolled,
  'connectors.run': async (client) => ({ ...(await enrolled(client)), body: STATEMENT }),
  'edge_jobs.cancel': async (client) => {
    const { params } = await enrolled(client)
    const { id: job } = (await client.call('connectors.run', { params, body: STATEMENT })).body
    return { params: { ...params, job } }
  },
}

const STATEMENT = { database: 'warehouse', statement: 'open_claims', wait_seconds: 0 }

/** Changes to webhooks, views, custom fields, settings and integrations are in the audit log only: events are about tasks. */
const isSilent = (id: WriteId): boolean =>
  !(id in EVENTS) &&
  (/^(webhooks|deliveries|views|fields|imports|templates|settings|integrations|sync_runs|links|conflicts|write_backs|connectors|edge_jobs|agent_tokens|queues)\./.test(
    id,
  ) ||
    SILENT.includes(id))

/** Of a run, its events come with those of its task: completing one is an event of both. */
const EVENTS: Partial<Record<WriteId, number>> = {
  'webhooks.test': 1,
  'templates.create_task': 1,
  'runs.complete': 2,
  'runs.cancel': 2,
  'questions.create': 4,
  'approvals.approve': 3,
}
const SILENT: readonly WriteId[] = ['questions.link']

async function hooked(client: ApiClient): Promise<CallInput> {
  return { params: { webhook: (await newWebhook(client)).id } }
}

async function owned(client: ApiClient) {
  return { client, integration: (await newConnection(client)).id }
}

async function connected(client: ApiClient): Promise<CallInput> {
  return { params: { integration: (await owned(client)).integration } }
}

async function enrolled(client: ApiClient) {
  return { params: { connector: (await newEdge(client)).connector.id } }
}

async function hired(client: ApiClient) {
  return { params: { agent: (await newAgent(client)).name } }
}

async function fielded(client: ApiClient): Promise<CallInput> {
  const { body } = await client.call('fields.create', { body: { name: 'old', type: 'text' } })
  return { params: { field: body.id } }
}

async function viewed(client: ApiClient): Promise<CallInput> {
  const { body } = await client.call('views.create', { body: { name: 'old' } })
  return { params: { view: body.id } }
}

async function templated(client: ApiClient): Promise<CallInput> {
  return { params: { template: (await newTemplate(client)).id } }
}

async function uploaded(client: ApiClient): Promise<CallInput & { params: { import_id: string } }> {
  return { params: { import_id: (await newImport(client)).id } }
}

async function inState(client: ApiClient, state: string): Promise<CallInput> {
  const input = await uploaded(client)
  await setState(input.params.import_id, state)
  return input
}

async function scheduled(client: ApiClient): Promise<CallInput> {
  return { params: { schedule: (await newSchedule(client)).id } }
}

/** Same operations by another way through the code. */
const variants: [name: string, id: WriteId, prepare: (client: ApiClient) => Promise<CallInput>][] =
  [
    ...Object.entries(writes).map(
      ([id, prepare]): (typeof variants)[number] => [id, id as WriteId, prepare], // keys of `writes`
    ),
    [
      'tasks.upsert of a task that exists',
      'tasks.upsert',
      async (client) => {
        await client.create(reference)
        return { params: reference, body: title }
      },
    ],
    [
      'tasks.bulk with a change, best effort',
      'tasks.bulk',
      async (client) => {
        const { id } = await client.create()
        const items = [{ update: { task: id, changes: title } }]
        return { body: { mode: 'best_effort', items } }
      },
    ],
  ]

async function labeled(client: ApiClient) {
  const task = await client.create({ labels: ['a'] })
  await client.call('comments.create', { params: { task: task.id }, body: { body: 'x' } })
  return task
}

async function comment(client: ApiClient) {
  const { id } = await client.create()
  const { body } = await client.call('comments.create', {
    params: { task: id },
    body: { body: 'old' },
  })
  return { task: id, comment: body.id }
}

const tables = [
  'tasks',
  'task_labels',
  'task_counters',
  'comments',
  'attachments',
  'attachment_chunks',
  'attachment_usage',
  'events',
  'audit_entries',
  'idempotency_keys',
  'views',
  'custom_fields',
  'task_templates',
  'schedules',
  'imports',
  'import_chunks',
  'import_errors',
  'webhooks',
  'deliveries',
  'tenants',
  'integrations',
  'integration_secrets',
  'links',
  'link_history',
  'sync_conflicts',
  'sync_runs',
  'sync_signals',
  'write_backs',
  'connectors',
  'edge_jobs',
  'agents',
  'agent_tokens',
] as const

/** Everything a tenant has, as text. */
async function snapshot(tenantId: string): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}', coalesce(json_agg(t order by t::text), '[]')::text from ${table} t where tenant_id = $1`,
  )
  return JSON.stringify(await inspect(parts.join(' union all '), [tenantId]))
}

const isKeyed = (id: WriteId): boolean => 'idempotencyKey' in operations[id]

test('removing a parent emits events for its subtasks in the same transaction', async () => {
  const client = await newTenant()
  const task = await client.create()
  const children = [
    await client.create({ parent_id: task.id }),
    await client.create({ parent_id: task.id }),
  ]
  await client.call('tasks.remove', { params: { task: task.id } })
  const written = await inspect<{ type: string; by: string }>(
    'select type, xmin::text as by from events where tenant_id = $1 order by id desc limit 3',
    [client.tenant.id],
  )
  assert.deepEqual(
    written.map(({ type }) => type),
    ['task.deleted', 'task.updated', 'task.updated'],
  )
  assert.equal(new Set(written.map(({ by }) => by)).size, 1)
  for (const child of children) {
    const { parent_id: parent, version } = await client.get(child.id)
    assert.deepEqual([parent, version], [null, 2])
  }
})

describe('a write that succeeds', () => {
  for (const [name, id, prepare] of variants) {
    const events = isSilent(id) ? 0 : (EVENTS[id] ?? 1)
    test(`${name} leaves ${events} events and their audit entries, written together`, async () => {
      const client = await newTenant()
      const input = await prepare(client)
      const earlier = await countHistory(client.tenant.id)
      const state = await snapshot(client.tenant.id)
      assert.ok((await client.call(id, input)).status < 300)
      assert.notEqual(await snapshot(client.tenant.id), state)
      assert.deepEqual(await countHistory(client.tenant.id), {
        events: earlier.events + events,
        entries: earlier.entries + Math.max(1, events),
      })
      if (isSilent(id)) return
      const [last] = await inspect<{ event: string; entry: string }>(
        `select (select xmin::text from events where tenant_id = $1 order by id desc limit 1) as event,
                (select xmin::text from audit_entries where tenant_id = $1 order by id desc limit 1) as entry`,
        [client.tenant.id],
      )
      assert.equal(last?.event, last?.entry)
    })
  }
})

for (const refused of ['events', 'audit_entries', 'idempotency_keys'] as const) {
  describe(`a write whose row in ${refused} cannot be written`, () => {
    // One trigger for all tests: each change of a table makes every connection plan its statements again.
    before(async () => {
      await inspect('create table refused_tenants (tenant_id uuid)')
      await inspect(`create function refuse() returns trigger language plpgsql security definer as $$
        begin
          if exists (select from public.refused_tenants r where r.tenant_id = new.tenant_id) then
            raise exception 'refused by the test';
          end if;
          return new;
        end $$`)
      await inspect(
        `create trigger refuse before insert on ${refused} for each row execute function refuse()`,
      )
    })
    after(async () => {
      await inspect('drop function refuse cascade')
      await inspect('drop table refused_tenants')
    })

    for (const [name, id, prepare] of variants) {
      if (refused === 'idempotency_keys' && !isKeyed(id)) continue
      if (refused === 'events' && isSilent(id)) continue
      test(`${name} leaves nothing, and works when sent again`, async () => {
        const client = await newTenant()
        const prepared = await prepare(client)
        const headers: Record<string, string> = isKeyed(id) ? { 'idempotency-key': 'k' } : {}
        const input = { ...prepared, headers }
        const state = await snapshot(client.tenant.id)
        await inspect('insert into refused_tenants values ($1)', [client.tenant.id])
        const failed = await client.call(id, input)
        await inspect('delete from refused_tenants')
        assert.equal(failed.problem.code, 'internal_error')
        assert.equal(failed.text.includes('refused by the test'), false, 'the cause stays inside')
        assert.equal(await snapshot(client.tenant.id), state)
        const again = await client.call(id, input)
        assert.ok(again.status < 300)
        assert.equal(again.headers['idempotency-replayed'], undefined)
      })
    }
  })
}
