// Integrations made, read, changed, paused and taken back.
import assert from 'node:assert/strict'
import type { OperationId } from '@task-service/contract'
import {
  type Case,
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, uuidOf } from '../../../../tests/harness/history.ts'
import {
  newConnection,
  newIntegration,
} from '../../../../tests/harness/integrations/new-integration.ts'
import { plantLink, plantRun } from '../../../../tests/harness/integrations/sync-rows.ts'
import { startVendor, testVendor } from '../../../../tests/harness/integrations/vendor.ts'
import { bodyCases, idempotencyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const nowhere = `int_${'0'.repeat(32)}`
/** The default. */
const MOST = 20

const prepareCreate = async () => {
  const { url } = await testVendor()
  return { body: { provider: 'tracker', name: 'Ours', config: { url } } }
}
const prepareChange = async ({ client }: CaseContext<'integrations.change'>) => ({
  params: { integration: (await newIntegration(client)).id },
  body: { name: 'Changed' },
})
const created = bodyCases<'integrations.create'>(prepareCreate)
const changed = bodyCases<'integrations.change'>(prepareChange)
const idempotency = idempotencyCases('integrations.create', prepareCreate)

function missing<Id extends OperationId>(body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newIntegration(await newTenant())
    const answers = []
    for (const integration of [nowhere, foreign.id]) {
      const { problem } = await call({ params: { integration }, body })
      answers.push({ ...problem, request_id: '' })
    }
    assert.equal(answers[0]?.code, 'integration_not_found')
    assert.deepEqual(answers[1], answers[0], 'a foreign one is a missing one')
  }
}

const badId: Case<'integrations.get'> = async ({ call }) => {
  const { problem } = await call({ params: { integration: 'int_1' } })
  assert.equal(problem.code, 'invalid_request')
}

async function pointers(
  { call }: { call: CaseContext<'integrations.create'>['call'] },
  body: object,
): Promise<string[]> {
  const { problem } = await call({ body })
  return [...new Set(problem.errors?.map((error) => error.pointer))]
}

describeOperation('providers.list', {
  200: async ({ call }) => {
    const { body } = await call()
    // A deployment also has those that come with the service.
    const tests = body.data.filter(({ name }) => name.startsWith('Test '))
    assert.deepEqual(
      tests.map(({ id }) => id),
      ['reader', 'tracker'],
    )
    const tracker = tests.find(({ id }) => id === 'tracker')
    assert.equal(tracker?.evidence, 'untested live')
    assert.deepEqual(tracker?.fields.title, {
      access: 'readwrite',
      remote: 'Subject',
      lossy: null,
      max_length: 255,
    })
    assert.deepEqual(
      tracker?.secrets.map(({ name, generated }) => [name, generated]),
      [
        ['token', false],
        ['note', false],
        ['webhook', true],
      ],
    )
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { more: 1 } })).problem.code, 'invalid_request')
  },
})

describeOperation('integrations.list', {
  200: {
    'pages through, oldest first': async ({ client, call }) => {
      const first = await newIntegration(client)
      const second = await newIntegration(client)
      const page = await call({ query: { limit: 1 } })
      assert.deepEqual(
        page.body.data.map(({ id }) => id),
        [first.id],
      )
      const next = await call({ query: { limit: 1, cursor: page.body.next_cursor ?? '' } })
      assert.deepEqual(
        next.body.data.map(({ id }) => id),
        [second.id],
      )
      assert.equal(next.body.next_cursor, null)
    },
    'stays whole when a provider is not installed any more': async ({ client, call }) => {
      const { id } = await newConnection(client)
      await inspect(`update integrations set provider = 'gone' where id = $1`, [uuidOf(id)])
      const [integration] = (await call()).body.data
      assert.equal(integration?.state, 'provider_missing')
      assert.equal(integration?.problem?.kind, 'provider_missing')
    },
  },
  400: async ({ call }) => {
    assert.equal((await call({ query: { cursor: 'x.y' } })).problem.code, 'invalid_cursor')
  },
})

describeOperation('integrations.create', {
  201: {
    'needs a credential first': async ({ call }) => {
      const { url } = await testVendor()
      const reply = await call({
        body: { provider: 'tracker', name: 'Ours', config: { url: ` ${url} ` } },
      })
      const { body } = reply
      assert.deepEqual(body.config, { url, kind: 'issues' }, 'tidy, with defaults')
      assert.deepEqual(body.hosts, [url])
      assert.equal(body.state, 'needs_credential')
      assert.deepEqual(body.credential, { names: [], entered_at: null, state: 'missing' })
      assert.equal(body.poll_seconds, 60)
      assert.match(body.webhook.url, new RegExp(`^https://.*/hooks/${body.id}$`))
      assert.equal(reply.headers['location'], `/api/integrations/${body.id}`)
      assert.equal(reply.headers['etag'], '"1"')
      assert.deepEqual(
        (await auditOf(body.id)).map(({ action }) => action),
        ['integration.created'],
      )
    },
    'repeats the first answer under one Idempotency-Key': idempotency.replayed,
  },
  400: {
    ...created.malformed,
    'refuses an unknown provider': async ({ call }) => {
      const { problem } = await call({ body: { provider: 'unknown', name: 'x' } })
      assert.equal(problem.code, 'provider_unknown')
    },
    'refuses a configuration that the provider does not ask for': async (t) => {
      const { url } = await testVendor()
      const base = { provider: 'tracker', name: 'x' }
      assert.deepEqual(await pointers(t, base), ['/config/url'])
      const more = { ...base, config: { url, password: 'x', kind: 'other' } }
      assert.deepEqual(await pointers(t, more), ['/config/password', '/config/kind'])
    },
    'refuses addresses inside of the network': async ({ call }) => {
      for (const url of ['http://127.0.0.1:9', 'https://169.254.169.254', 'https://10.0.0.1']) {
        const { problem } = await call({
          body: { provider: 'tracker', name: 'x', config: { url } },
        })
        assert.equal(problem.code, 'integration_host_refused', url)
      }
    },
    'refuses a key that is none': idempotency.badKey,
  },
  409: {
    'waits for the first request with the key': idempotency.inFlight,
    'refuses more than the operator allows': async ({ client, call }) => {
      await inspect(
        `insert into integrations (tenant_id, id, provider, name, hosts, poll_seconds, created_by, created_at, updated_at)
         select $1, gen_random_uuid(), 'tracker', 'x', '{}', 60, 'system:test', now(), now() from generate_series(1, $2)`,
        [client.tenant.id, MOST],
      )
      const { problem } = await call(await prepareCreate())
      assert.equal(problem.code, 'integration_limit_reached')
    },
  },
  413: created.tooLarge,
  415: created.wrongType,
  422: idempotency.reused,
})

describeOperation('integrations.get', {
  200: {
    'shows the last result and the current run separately': async ({ client, call }) => {
      const { id: integration } = await newConnection(client)
      const owner = { client, integration }
      const ended = await plantRun(owner, { state: 'failed' })
      const running = await plantRun(owner)
      const { body } = await call({ params: { integration } })
      assert.equal(body.last_result?.run_id, ended)
      assert.equal(body.last_result?.error?.message, 'They have trouble.')
      assert.equal(body.now?.run_id, running)
      assert.deepEqual([body.now?.state, body.now?.read, body.now?.total], ['running', 20, 100])
      assert.equal(body.state, 'failing')
    },
    'shows why it fails when no run was started': async ({ client, call }) => {
      const { id: integration } = await newConnection(client)
      await plantRun({ client, integration }, { state: 'succeeded' })
      const error = { kind: 'unreachable', message: 'Connection refused.' }
      await inspect('update integrations set failures = 1, problem_detail = $2 where id = $1', [
        uuidOf(integration),
        JSON.stringify(error),
      ])
      const { body } = await call({ params: { integration } })
      assert.deepEqual([body.state, body.problem, body.error], ['failing', null, error])
      assert.equal(body.last_result?.error, null)
    },
    'is stalled when its worker has stopped': async ({ client, call }) => {
      const { id: integration } = await newConnection(client)
      await plantRun({ client, integration }, { silentSeconds: 31 })
      const { body } = await call({ params: { integration } })
      assert.deepEqual([body.state, body.now?.state], ['stalled', 'stalled'])
    },
  },
  400: badId,
  404: missing<'integrations.get'>(),
})

describeOperation('integrations.change', {
  200: {
    'changes what is named and counts the version': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const mapping = { queue: 'support', fields: { title: { direction: 'in' } } }
      const change = { name: 'Other', mapping, outgoing_queue: 'support', poll_seconds: 30 }
      const reply = await call({ params: { integration }, body: change })
      assert.deepEqual(
        [reply.body.name, reply.body.mapping, reply.body.outgoing_queue, reply.body.poll_seconds],
        ['Other', mapping, 'support', 30],
      )
      assert.deepEqual([reply.body.version, reply.headers['etag']], [2, '"2"'])
      const again = await call({ params: { integration }, body: change })
      assert.equal(again.body.version, 2, 'nothing changed')
    },
    'sets what agents may write': async ({ client, call }) => {
      const created = await newIntegration(client)
      assert.equal(created.agent_writes, 'allow')
      const body = { agent_writes: 'approve' }
      const changed = await call({ params: { integration: created.id }, body })
      assert.equal(changed.body.agent_writes, 'approve')
      const other = await newIntegration(client, { name: 'Another', agent_writes: 'forbid' })
      assert.equal(other.agent_writes, 'forbid')
      const entry = (await auditOf(created.id)).at(-1)
      assert.deepEqual(entry?.changes, [{ field: 'agent_writes', from: 'allow', to: 'approve' }])
    },
    'pauses and resumes': async ({ client, call }) => {
      const { id: integration } = await newConnection(client)
      const due = async () => {
        const [row] = await inspect<{ due: boolean }>(
          'select due_at is not null as due from integrations where id = $1',
          [uuidOf(integration)],
        )
        return row?.due
      }
      const paused = await call({ params: { integration }, body: { paused: true } })
      assert.deepEqual([paused.body.state, await due()], ['paused', false])
      const resumed = await call({ params: { integration }, body: { paused: false } })
      assert.deepEqual([resumed.body.state, await due()], ['new', true])
    },
    'asks for the credential again when the address changes': async ({ client, call }) => {
      const elsewhere = await startVendor()
      try {
        const { id: integration } = await newConnection(client)
        const same = await call({ params: { integration }, body: { config: { project: 'door' } } })
        assert.equal(same.body.credential.state, 'readable', 'the address is the same')
        const { body } = await call({
          params: { integration },
          body: { config: { url: elsewhere.url } },
        })
        assert.deepEqual(body.hosts, [elsewhere.url])
        assert.equal(body.config['project'], 'door')
        assert.deepEqual([body.state, body.credential.names], ['needs_reentry', []])
        assert.match(body.problem?.detail ?? '', /host changed/)
        const check = await client.call('integrations.check', { params: { integration } })
        assert.equal(check.problem.code, 'credential_required')
        assert.equal(elsewhere.requests.length, 0)
      } finally {
        await elsewhere.close()
      }
    },
  },
  400: {
    ...changed.malformed,
    'refuses addresses inside of the network': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const change = { config: { url: 'https://10.0.0.1' } }
      const { problem } = await call({ params: { integration }, body: change })
      assert.equal(problem.code, 'integration_host_refused')
    },
    'refuses to take away what is required': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const { problem } = await call({ params: { integration }, body: { config: { url: null } } })
      assert.equal(problem.errors?.[0]?.pointer, '/config/url')
    },
  },
  404: missing<'integrations.change'>({ name: 'x' }),
  409: async ({ client, call }) => {
    const { id: integration } = await newIntegration(client)
    await inspect(`update integrations set provider = 'gone' where id = $1`, [uuidOf(integration)])
    const { problem } = await call({ params: { integration }, body: { config: { days: 1 } } })
    assert.equal(problem.code, 'provider_missing')
  },
  412: async ({ client, call }) => {
    const { id: integration } = await newIntegration(client)
    const headers = { 'if-match': '"7"' }
    const { problem } = await call({ params: { integration }, body: { name: 'x' }, headers })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: changed.tooLarge,
  415: changed.wrongType,
})

describeOperation('integrations.remove', {
  204: async ({ client, call }) => {
    const { id: integration } = await newConnection(client)
    const { link, task } = await plantLink({ client, integration })
    await plantRun({ client, integration })
    await call({ params: { integration } })
    const gone = await client.call('links.get', { params: { link } })
    assert.equal(gone.problem.code, 'link_not_found')
    assert.equal((await client.get(task)).id, task, 'the task stays')
    const left = await inspect('select 1 from integration_secrets where integration_id = $1', [
      uuidOf(integration),
    ])
    assert.deepEqual(left, [])
    assert.equal((await auditOf(integration)).at(-1)?.action, 'integration.deleted')
  },
  400: async ({ call }) => {
    assert.equal((await call({ params: { integration: 'x' } })).problem.code, 'invalid_request')
  },
  404: missing<'integrations.remove'>(),
  412: async ({ client, call }) => {
    const { id: integration } = await newIntegration(client)
    const reply = await call({ params: { integration }, headers: { 'if-match': '"9"' } })
    assert.equal(reply.problem.code, 'version_mismatch')
  },
})
