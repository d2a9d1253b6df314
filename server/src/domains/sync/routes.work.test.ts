// What integrations do, as people ask for it: runs, failures, links, conflicts, changes on their way.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import {
  newConnection,
  newIntegration,
} from '../../../../tests/harness/integrations/new-integration.ts'
import {
  plantConflict,
  plantFailure,
  plantLink,
  plantRun,
  plantWriteBack,
} from '../../../../tests/harness/integrations/sync-rows.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const zeros = '0'.repeat(32)

async function own(client: ApiClient) {
  return { client, integration: (await newConnection(client)).id }
}

/** A missing one and a foreign one are answered alike. */
function missing<Id extends OperationId>(
  name: string,
  nowhere: string,
  foreign: (client: ApiClient) => Promise<string>,
  body?: unknown,
): Case<Id> {
  return async ({ call }) => {
    const theirs = await foreign(await newTenant())
    const answers = []
    for (const value of [nowhere, theirs]) {
      const { problem } = await call({ params: { [name]: value }, body })
      answers.push({ ...problem, request_id: '' })
    }
    assert.match(String(answers[0]?.code), /_not_found$/)
    assert.deepEqual(answers[1], answers[0])
  }
}

function noIntegration<Id extends OperationId>(body?: unknown): Case<Id> {
  return missing(
    'integration',
    `int_${zeros}`,
    async (client) => (await own(client)).integration,
    body,
  )
}

function badParam<Id extends OperationId>(name: string, body?: unknown): Case<Id> {
  return async ({ call }) => {
    const { problem } = await call({ params: { [name]: 'x' }, body })
    assert.equal(problem.code, 'invalid_request')
  }
}

function paging<Id extends OperationId>(): Record<string, Case<Id>> {
  return {
    'refuses a cursor of another list': async ({ client, call }) => {
      const { integration } = await own(client)
      const query = { cursor: 'x.y' }
      assert.equal((await call({ params: { integration }, query })).problem.code, 'invalid_cursor')
    },
  }
}

async function pause(integration: string): Promise<void> {
  await inspect('update integrations set paused = true where id = $1', [uuidOf(integration)])
}

const prepareSync = async ({ client }: CaseContext<'integrations.sync'>) => ({
  params: { integration: (await own(client)).integration },
  body: {},
})
const synced = bodyCases<'integrations.sync'>(prepareSync)

describeOperation('integrations.sync', {
  202: {
    'asks for one': async ({ client, call }) => {
      const { integration } = await own(client)
      const { body } = await call({ params: { integration }, body: { full: true } })
      assert.deepEqual(body, { state: 'asked', run: null })
      const [signal] = await inspect<{ kind: string; detail: unknown }>(
        'select kind, detail from sync_signals where integration_id = $1',
        [uuidOf(integration)],
      )
      assert.deepEqual(signal, { kind: 'pull', detail: { full: true } })
    },
    'returns the run in progress': async ({ client, call }) => {
      const owner = await own(client)
      const run = await plantRun(owner)
      const { body } = await call({ params: { integration: owner.integration }, body: {} })
      assert.deepEqual([body.state, body.run?.id], ['running', run])
    },
  },
  400: synced.malformed,
  404: noIntegration<'integrations.sync'>({}),
  409: {
    'refuses while it is paused': async ({ client, call }) => {
      const { integration } = await own(client)
      await pause(integration)
      const { problem } = await call({ params: { integration }, body: {} })
      assert.equal(problem.code, 'integration_paused')
    },
    'refuses without a credential, and queues nothing': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const { problem } = await call({ params: { integration }, body: {} })
      assert.equal(problem.code, 'credential_required')
      assert.match(problem.detail, /PUT \/api\/integrations\/\{integration\}\/credential/)
      const signals = await inspect('select from sync_signals where integration_id = $1', [
        uuidOf(integration),
      ])
      assert.deepEqual(signals, [])
    },
    'refuses when the provider is no longer installed': async ({ client, call }) => {
      const { integration } = await own(client)
      await inspect(`update integrations set provider = 'gone' where id = $1`, [
        uuidOf(integration),
      ])
      const { problem } = await call({ params: { integration }, body: {} })
      assert.equal(problem.code, 'provider_missing')
    },
  },
  413: synced.tooLarge,
  415: synced.wrongType,
})

describeOperation('integrations.runs', {
  200: async ({ client, call }) => {
    const owner = await own(client)
    await plantRun(owner, { state: 'succeeded' })
    await plantRun(owner, { silentSeconds: 40 })
    const { body } = await call({ params: { integration: owner.integration } })
    assert.deepEqual(body.data.map(({ state }) => state).toSorted(), ['stalled', 'succeeded'])
  },
  400: paging<'integrations.runs'>(),
  404: noIntegration<'integrations.runs'>(),
})

const foreignRun = async (client: ApiClient) => plantRun(await own(client))

describeOperation('sync_runs.get', {
  200: async ({ client, call }) => {
    const run = await plantRun(await own(client))
    const { body } = await call({ params: { run } })
    assert.deepEqual([body.id, body.read, body.total], [run, 20, 100])
  },
  400: badParam<'sync_runs.get'>('run'),
  404: missing<'sync_runs.get'>('run', `syn_${zeros}`, foreignRun),
})

describeOperation('sync_runs.cancel', {
  202: async ({ client, call }) => {
    const run = await plantRun(await own(client))
    assert.equal((await call({ params: { run } })).body.id, run)
    const [row] = await inspect<{ asked: boolean }>(
      'select cancel_asked_at is not null as asked from sync_runs where id = $1',
      [uuidOf(run)],
    )
    assert.equal(row?.asked, true)
  },
  400: badParam<'sync_runs.cancel'>('run'),
  404: missing<'sync_runs.cancel'>('run', `syn_${zeros}`, foreignRun),
})

describeOperation('integrations.failures', {
  200: async ({ client, call }) => {
    const owner = await own(client)
    await plantFailure(owner)
    const { body } = await call({ params: { integration: owner.integration } })
    assert.deepEqual(
      body.data.map(({ external_id, title, error }) => [external_id, title, error.kind]),
      [['12', 'Broken door', 'invalid']],
    )
  },
  400: paging<'integrations.failures'>(),
  404: noIntegration<'integrations.failures'>(),
})

describeOperation('integrations.retry_failures', {
  202: async ({ client, call }) => {
    const owner = await own(client)
    await plantFailure(owner, '12')
    await plantFailure(owner, '13')
    const { body } = await call({ params: { integration: owner.integration } })
    assert.deepEqual(body, { count: 2 })
  },
  400: badParam<'integrations.retry_failures'>('integration'),
  404: noIntegration<'integrations.retry_failures'>(),
  409: async ({ client, call }) => {
    const { integration } = await own(client)
    await pause(integration)
    const { problem } = await call({ params: { integration } })
    assert.equal(problem.code, 'integration_paused')
  },
})

describeOperation('integrations.inbound', {
  200: async ({ client, call }) => {
    const { integration } = await own(client)
    assert.deepEqual((await call({ params: { integration } })).body, {
      data: [],
      next_cursor: null,
    })
  },
  400: paging<'integrations.inbound'>(),
  404: noIntegration<'integrations.inbound'>(),
})

function refusal<Id extends OperationId>(
  query: () => Promise<Record<string, string>>,
  code: string,
): Case<Id> {
  return async ({ call }) => assert.equal((await call({ query: await query() })).problem.code, code)
}

/** Lists that can be narrowed to an integration, a task, a state. */
function narrowed<Id extends 'links.list' | 'conflicts.list' | 'write_backs.list'>(
  plant: (owner: { client: ApiClient; integration: string }) => Promise<{ task: string }>,
) {
  const found: Case<Id> = async ({ client, call }) => {
    const owner = await own(client)
    const { task } = await plant(owner)
    await plant(owner)
    const { integration } = owner
    const counts = []
    for (const query of [{}, { integration }, { task }, { integration, task }, { limit: 1 }]) {
      const page = (await call({ query })).body as { data: unknown[] } // all three are pages
      counts.push(page.data.length)
    }
    assert.deepEqual(counts, [2, 2, 1, 1, 1])
  }
  return {
    200: found,
    400: refusal<Id>(async () => ({ cursor: 'x.y' }), 'invalid_cursor'),
    404: {
      'knows no such integration': refusal<Id>(
        async () => ({ integration: (await own(await newTenant())).integration }),
        'integration_not_found',
      ),
      'knows no such task': refusal<Id>(async () => ({ task: 'T-9' }), 'task_not_found'),
    },
  }
}

describeOperation('links.list', narrowed<'links.list'>(plantLink))
describeOperation('conflicts.list', narrowed<'conflicts.list'>(plantConflict))
describeOperation('write_backs.list', narrowed<'write_backs.list'>(plantWriteBack))

const prepareLink = async ({ client }: CaseContext<'links.create'>) => ({
  params: { task: (await client.create()).id },
  body: { integration: (await own(client)).integration },
})
const linked = bodyCases<'links.create'>(prepareLink)
const keyed = idempotencyCases('links.create', prepareLink)

describeOperation('links.create', {
  201: {
    'plans an item': async (t) => {
      const reply = await t.call(await prepareLink(t))
      assert.equal(reply.body.state, 'planned')
      assert.equal(reply.headers['location'], `/api/links/${reply.body.id}`)
    },
    'repeats the first answer under one Idempotency-Key': keyed.replayed,
  },
  400: { ...linked.malformed, 'refuses a key that is none': keyed.badKey },
  404: {
    'knows no such task': async (t) => {
      const { body } = await prepareLink(t)
      const { problem } = await t.call({ params: { task: 'T-99' }, body })
      assert.equal(problem.code, 'task_not_found')
    },
    'knows no such integration': async (t) => {
      const { params } = await prepareLink(t)
      const foreign = (await own(await newTenant())).integration
      const { problem } = await t.call({ params, body: { integration: foreign } })
      assert.equal(problem.code, 'integration_not_found')
    },
  },
  409: {
    'waits for the first request with the key': keyed.inFlight,
    'gives the link there is': async (t) => {
      const input = await prepareLink(t)
      const { id } = (await t.call(input)).body
      const { problem } = await t.call(input)
      assert.deepEqual([problem.code, problem.existing_id], ['link_taken', id])
    },
    'refuses where nothing can be made': async ({ client, call }) => {
      const { id: integration } = await newConnection(client, { provider: 'reader' })
      const params = { task: (await client.create()).id }
      const { problem } = await call({ params, body: { integration } })
      assert.equal(problem.code, 'link_not_allowed')
    },
  },
  413: linked.tooLarge,
  415: linked.wrongType,
  422: async (t) => {
    const first = await prepareLink(t)
    const headers = { 'idempotency-key': 'twice' }
    await t.call({ ...first, headers })
    const other = (await own(t.client)).integration
    const { problem } = await t.call({ ...first, body: { integration: other }, headers })
    assert.equal(problem.code, 'idempotency_key_reused')
  },
})

const foreignLink = async (client: ApiClient) => (await plantLink(await own(client))).link

describeOperation('links.get', {
  200: async ({ client, call }) => {
    const { link, task } = await plantLink(await own(client))
    const { body } = await call({ params: { link } })
    assert.deepEqual([body.id, body.task_id, body.state], [link, task, 'active'])
  },
  400: badParam<'links.get'>('link'),
  404: missing<'links.get'>('link', `lnk_${zeros}`, foreignLink),
})

describeOperation('links.explain', {
  200: async ({ client, call }) => {
    const { link } = await plantLink(await own(client), 'frozen')
    const { body } = await call({ params: { link } })
    assert.equal(body.link.state_reason, 'it went back and forth')
    assert.deepEqual(body.agreed, { title: { remote: 'a', local: 'a' } })
  },
  400: badParam<'links.explain'>('link'),
  404: missing<'links.explain'>('link', `lnk_${zeros}`, foreignLink),
})

describeOperation('links.remove', {
  204: async ({ client, call }) => {
    const { link, task } = await plantLink(await own(client))
    await call({ params: { link } })
    assert.equal((await client.get(task)).id, task)
    assert.equal((await client.call('links.get', { params: { link } })).body.state, 'gone')
  },
  400: badParam<'links.remove'>('link'),
  404: missing<'links.remove'>('link', `lnk_${zeros}`, foreignLink),
})

describeOperation('links.resume', {
  200: async ({ client, call }) => {
    const { link } = await plantLink(await own(client), 'frozen')
    assert.equal((await call({ params: { link } })).body.state, 'active')
  },
  400: badParam<'links.resume'>('link'),
  404: missing<'links.resume'>('link', `lnk_${zeros}`, foreignLink),
})

const use = { use: 'remote' }
const prepareConflict = async ({ client }: CaseContext<'conflicts.resolve'>) => ({
  params: { conflict: (await plantConflict(await own(client))).conflict },
  body: use,
})
const decided = bodyCases<'conflicts.resolve'>(prepareConflict)

describeOperation('conflicts.resolve', {
  200: async (t) => {
    const { body } = await t.call(await prepareConflict(t))
    assert.deepEqual([body.state, body.resolution], ['resolved', 'remote'])
  },
  400: decided.malformed,
  404: missing<'conflicts.resolve'>(
    'conflict',
    `cnf_${zeros}`,
    async (client) => (await plantConflict(await own(client))).conflict,
    use,
  ),
  409: async (t) => {
    const input = await prepareConflict(t)
    await t.call(input)
    assert.equal((await t.call(input)).problem.code, 'conflict_resolved')
  },
  413: decided.tooLarge,
  415: decided.wrongType,
})

describeOperation('write_backs.retry', {
  202: async ({ client, call }) => {
    const { write_back } = await plantWriteBack(await own(client))
    const { body } = await call({ params: { write_back } })
    assert.deepEqual([body.state, body.error], ['planned', null])
  },
  400: badParam<'write_backs.retry'>('write_back'),
  404: missing<'write_backs.retry'>(
    'write_back',
    `wbk_${zeros}`,
    async (client) => (await plantWriteBack(await own(client))).write_back,
  ),
  409: async ({ client, call }) => {
    const { write_back } = await plantWriteBack(await own(client), 'confirmed')
    const { problem } = await call({ params: { write_back } })
    assert.equal(problem.code, 'write_back_not_failed')
  },
})
