// Testing and checking connections, discovery and webhook registration: every operation that calls the vendor.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConnectionCheck, OperationId } from '@task-service/contract'
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
import {
  GOOD_TOKEN,
  startVendor,
  testVendor,
  type Vendor,
  WEAK_TOKEN,
} from '../../../../tests/harness/integrations/vendor.ts'
import { bodyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant, withSession } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

const words = ({ stages }: ConnectionCheck) =>
  stages.map(({ stage, state }) => `${stage} ${state}`).join(', ')

const prepareTry = async () => {
  const { url } = await testVendor()
  return { body: { provider: 'tracker', config: { url }, secrets: { token: GOOD_TOKEN } } }
}
const tried = bodyCases<'integrations.try'>(prepareTry)

function missing<Id extends OperationId>(query = {}, body?: unknown): Case<Id> {
  return async ({ call }) => {
    const foreign = await newConnection(await newTenant())
    for (const integration of [`int_${'0'.repeat(32)}`, foreign.id]) {
      const { problem } = await call({ params: { integration }, query, body })
      assert.equal(problem.code, 'integration_not_found')
    }
  }
}

function unready<Id extends OperationId>(query = {}, body?: unknown): Record<string, Case<Id>> {
  return {
    'refuses without a credential': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const { problem } = await call({ params: { integration }, query, body })
      assert.equal(problem.code, 'credential_required')
    },
    'refuses when the provider is not installed any more': async ({ client, call }) => {
      const { id: integration } = await newConnection(client)
      await inspect(`update integrations set provider = 'gone' where id = $1`, [
        uuidOf(integration),
      ])
      const { problem } = await call({ params: { integration }, query, body })
      assert.equal(problem.code, 'provider_missing')
    },
  }
}

function badId<Id extends OperationId>(query = {}): Case<Id> {
  return async ({ call }) => {
    const { problem } = await call({ params: { integration: 'int_1' }, query })
    assert.equal(problem.code, 'invalid_request')
  }
}

async function withBroken(status: number, work: (vendor: Vendor) => Promise<void>): Promise<void> {
  const vendor = await startVendor()
  vendor.broken = status
  try {
    await work(vendor)
  } finally {
    await vendor.close()
  }
}

function unreachable<Id extends OperationId>(query = {}, body?: unknown): Case<Id> {
  return async ({ client, call }) =>
    withBroken(503, async ({ url }) => {
      const { id: integration } = await newConnection(client, { config: { url } })
      const { problem } = await call({ params: { integration }, query, body })
      assert.equal(problem.code, 'integration_unreachable')
      assert.match(problem.detail, /They have trouble/)
    })
}

describeOperation('integrations.try', {
  200: {
    'goes through every step and stores nothing': async ({ client, call }) => {
      const { body, text } = await call(await prepareTry())
      assert.equal(
        words(body),
        'dns ok, tcp ok, tls warning, auth ok, scope ok, sample ok',
        'plain http is a warning',
      )
      assert.deepEqual([body.ok, body.self?.name, body.total], [true, 'Robot', 1])
      assert.equal(text.includes(GOOD_TOKEN), false)
      assert.deepEqual((await client.call('integrations.list')).body.data, [])
    },
    'tells the step that failed, in the words of the vendor': async ({ call }) => {
      const { body } = await call(await prepareTry())
      assert.equal(body.ok, true)
      const input = await prepareTry()
      const wrong = await call({ body: { ...input.body, secrets: { token: 'wrong' } } })
      assert.match(words(wrong.body), /auth failed, scope skipped, sample skipped/)
      const auth = wrong.body.stages.find(({ stage }) => stage === 'auth')
      assert.match(auth?.vendor_text ?? '', /bad token/)
      assert.match(auth?.fix ?? '', /Enter a valid credential/)
      const weak = await call({ body: { ...input.body, secrets: { token: WEAK_TOKEN } } })
      assert.match(words(weak.body), /auth ok, scope failed/)
    },
    'shows where the way ends, without going where it must not': async ({ call }) => {
      const steps = async (url: string) => {
        const { body } = await call({
          body: { provider: 'tracker', config: { url }, secrets: { token: 'x' } },
        })
        return words(body)
      }
      assert.match(await steps('http://127.0.0.1:9999'), /^dns failed, tcp skipped/)
      assert.match(await steps('http://nowhere.invalid'), /^dns failed, tcp skipped/)
      const vendor = await startVendor()
      await vendor.close()
      assert.match(await steps(vendor.url), /^dns ok, tcp failed, .*auth skipped/)
      const { url } = await testVendor()
      assert.match(await steps(url.replace('http:', 'https:')), /^dns ok, tcp ok, tls failed/)
    },
  },
  400: {
    ...tried.malformed,
    'refuses what the provider does not ask for': async ({ call }) => {
      const { url } = await testVendor()
      const config = { url, color: 'red' }
      const { problem } = await call({
        body: { provider: 'tracker', config, secrets: { token: 'x' } },
      })
      assert.equal(problem.code, 'integration_fields_refused')
      assert.equal(problem.errors?.[0]?.pointer, '/config/color')
    },
    'refuses an unknown provider, a host that is none, half a credential': async ({ call }) => {
      const { url } = await testVendor()
      const body = { provider: 'tracker', config: { url }, secrets: { token: 'x' } }
      const unknown = await call({ body: { ...body, provider: 'unknown' } })
      assert.equal(unknown.problem.code, 'provider_unknown')
      const half = await call({ body: { ...body, secrets: {} } })
      assert.equal(half.problem.code, 'credential_incomplete')
      const refused = await call({ body: { ...body, config: { url: 'https://a.example:22' } } })
      assert.equal(refused.problem.code, 'integration_host_refused')
    },
  },
  413: tried.tooLarge,
  415: tried.wrongType,
})

describeOperation('integrations.check', {
  200: {
    'keeps what it found and clears what stood in the way': async ({ client, call }) => {
      const { id: integration } = await newConnection(client)
      await inspect(`update integrations set problem = 'auth_failed', failures = 3 where id = $1`, [
        uuidOf(integration),
      ])
      const params = { integration }
      const { body } = await call({ params })
      assert.equal(body.ok, true)
      const shown = (await client.call('integrations.get', { params })).body
      assert.deepEqual(
        [shown.state, shown.problem, shown.self, shown.server],
        ['ok', null, { id: 'u1', name: 'Robot' }, { name: 'Tracker', version: '5.1' }],
      )
      assert.deepEqual(
        shown.mapping.choices?.statuses?.map(({ id }) => id),
        ['new', 'doing', 'closed'],
      )
      assert.equal((await auditOf(integration)).at(-1)?.action, 'integration.checked')
    },
    'keeps that the credential is refused, until another is entered': async ({ client, call }) => {
      const { id: integration } = await newConnection(client, {}, 'wrong')
      const params = { integration }
      assert.equal((await call({ params })).body.ok, false)
      const refused = (await client.call('integrations.get', { params })).body
      assert.equal(refused.state, 'auth_failed')
      assert.match(refused.problem?.vendor_text ?? '', /bad token/)
      await client.call('integrations.set_credential', {
        params,
        body: { secrets: { token: GOOD_TOKEN } },
      })
      assert.equal((await call({ params })).body.ok, true)
    },
    'tells rights that are missing': async ({ client, call }) => {
      const vendor = await startVendor()
      vendor.missing = ['issues:write']
      try {
        const { id } = await newConnection(client, { config: { url: vendor.url } })
        const { body } = await call({ params: { integration: id } })
        assert.match(words(body), /scope failed/)
        assert.equal(body.ok, false)
      } finally {
        await vendor.close()
      }
    },
    'does not count a server in trouble as a refusal': async ({ client, call }) =>
      withBroken(503, async ({ url }) => {
        const { id: integration } = await newConnection(client, { config: { url } })
        assert.equal((await call({ params: { integration } })).body.ok, false)
        const shown = await client.call('integrations.get', { params: { integration } })
        assert.equal(shown.body.problem, null)
      }),
  },
  400: badId<'integrations.check'>(),
  404: missing<'integrations.check'>(),
  409: unready<'integrations.check'>(),
})

const what = { what: 'statuses' }

describeOperation('integrations.discover', {
  200: async ({ client, call }) => {
    const { id: integration } = await newConnection(client)
    const { body } = await call({ params: { integration }, query: what })
    assert.deepEqual(body.data[0], { id: 'new', name: 'New', group: 'open' })
    const people = await call({ params: { integration }, query: { what: 'people' } })
    assert.deepEqual(people.body.data[0], { id: 'u7', name: 'Ada', email: 'ada@example.com' })
  },
  400: badId<'integrations.discover'>(what),
  404: missing<'integrations.discover'>(what),
  409: unready<'integrations.discover'>(what),
  502: unreachable<'integrations.discover'>(what),
})

const preparePreview = async ({ client }: CaseContext<'integrations.preview'>) => ({
  params: { integration: (await newConnection(client)).id },
  body: {},
})
const previewed = bodyCases<'integrations.preview'>(preparePreview)

describeOperation('integrations.preview', {
  200: {
    'shows real items in the words of a task, and stores nothing': async (t) => {
      const input = await preparePreview(t)
      const { body } = await t.call(input)
      const [record] = body.records
      assert.deepEqual([record?.would, record?.key, record?.task_id], ['create', '#12', null])
      assert.deepEqual(
        record?.fields.map(({ field, remote, remote_name: name, task }) => [
          field,
          remote,
          name,
          task,
        ]),
        [
          ['title', 'Broken door', null, 'Broken door'],
          ['description', '', null, ''],
          ['status', 'new', 'New', 'ready'],
          ['priority', 'p1', 'High', 'high'],
          ['assignee', 'u7', 'Ada', 'ada@example.com'],
        ],
      )
      const tasks = await t.client.call('tasks.list')
      assert.deepEqual(tasks.body.data, [])
    },
    'tries a mapping that is not stored': async (t) => {
      const { params } = await preparePreview(t)
      const mapping = {
        statuses: { in: { new: 'triage' } },
        fields: { title: { direction: 'none' } },
      }
      const { body } = await t.call({ params, body: { mapping } })
      const fields = body.records[0]?.fields ?? []
      assert.equal(fields.find(({ field }) => field === 'status')?.task, 'triage')
      assert.equal(
        fields.some(({ field }) => field === 'title'),
        false,
      )
      const shown = await t.client.call('integrations.get', { params })
      assert.deepEqual(shown.body.mapping, {})
    },
  },
  400: previewed.malformed,
  404: missing<'integrations.preview'>({}, {}),
  409: unready<'integrations.preview'>({}, {}),
  413: previewed.tooLarge,
  415: previewed.wrongType,
  502: unreachable<'integrations.preview'>({}, {}),
})

describeOperation('integrations.register_webhook', {
  200: async ({ client, call }) => {
    const vendor = await startVendor()
    try {
      const { id: integration } = await newConnection(client, { config: { url: vendor.url } })
      const { body } = await call({ params: { integration } })
      assert.deepEqual(
        [body.webhook.registered, body.webhook.expires_at],
        [true, '2099-01-01T00:00:00.000Z'],
      )
      const told = vendor.requests.find(({ path }) => path === '/hooks')
      const { url, secret } = JSON.parse(told?.body ?? '{}') as { url: string; secret: string }
      assert.equal(url, body.webhook.url)
      assert.match(secret, /^[\w-]{43}$/, 'only the vendor gets the secret')
      assert.equal(JSON.stringify(body).includes(secret), false)
      await call({ params: { integration } })
      assert.deepEqual(
        vendor.requests.filter(({ path }) => path.startsWith('/hooks')).map((one) => one.method),
        ['POST', 'DELETE', 'POST'],
        'the earlier one is taken back',
      )
    } finally {
      await vendor.close()
    }
  },
  400: badId<'integrations.register_webhook'>(),
  404: missing<'integrations.register_webhook'>(),
  409: {
    ...unready<'integrations.register_webhook'>(),
    'refuses where people have to arrange it': async ({ client, call }) => {
      const { id: integration } = await newConnection(client, { provider: 'reader' })
      const { problem } = await call({ params: { integration } })
      assert.equal(problem.code, 'webhook_unsupported')
    },
  },
  502: unreachable<'integrations.register_webhook'>(),
})

describeOperation('integrations.unregister_webhook', {
  200: async ({ client, call }) => {
    const { id: integration } = await newConnection(client)
    await client.call('integrations.register_webhook', { params: { integration } })
    const { body } = await call({ params: { integration } })
    assert.equal(body.webhook.registered, false)
    assert.equal((await auditOf(integration)).at(-1)?.action, 'integration.webhook_unregistered')
  },
  400: badId<'integrations.unregister_webhook'>(),
  404: missing<'integrations.unregister_webhook'>(),
  409: {
    ...unready<'integrations.unregister_webhook'>(),
    'refuses where people have arranged it': async ({ client, call }) => {
      const { id: integration } = await newConnection(client, { provider: 'reader' })
      const { problem } = await call({ params: { integration } })
      assert.equal(problem.code, 'webhook_unsupported')
    },
  },
  502: async ({ client, call }) => {
    const vendor = await startVendor()
    try {
      const { id: integration } = await newConnection(client, { config: { url: vendor.url } })
      await client.call('integrations.register_webhook', { params: { integration } })
      vendor.broken = 500
      const { problem } = await call({ params: { integration } })
      assert.equal(problem.code, 'integration_unreachable')
    } finally {
      await vendor.close()
    }
  },
})

describe('while the vendor is called', () => {
  test('no transaction is open, and no other request waits', async () => {
    const client = await newTenant()
    const vendor = await startVendor()
    const { promise, resolve } = Promise.withResolvers<void>()
    try {
      const { id: integration } = await newConnection(client, { config: { url: vendor.url } })
      vendor.hold = promise
      const asked = client.call('integrations.check', { params: { integration } })
      await until('the vendor is called', () => vendor.requests.length > 0)
      await endOf(await openTransactions())
      const change = { params: { integration }, body: { name: 'Changed meanwhile' } }
      assert.equal((await client.call('integrations.change', change)).status, 200)
      resolve()
      assert.equal((await asked).body.ok, true)
      const shown = await client.call('integrations.get', { params: { integration } })
      assert.equal(shown.body.name, 'Changed meanwhile', 'what was found is kept beside it')
    } finally {
      resolve()
      await vendor.close()
    }
  })

  test('control: a transaction that waits for the world is seen', async () => {
    await withSession(async (session) => {
      await session.query('begin')
      const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
      const open = await openTransactions()
      assert.ok(open.some(({ pid }) => pid === rows[0]?.pid))
      await assert.rejects(endOf(open, 300))
      await session.query('rollback')
      await endOf(open)
    })
  })
})

type Transaction = { pid: number; since: string }

/** In a deployment also those of others, which end by themselves. */
function openTransactions(): Promise<Transaction[]> {
  return inspect<Transaction>(
    `select pid, xact_start::text as since from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
  )
}

async function endOf(earlier: Transaction[], deadlineMs?: number): Promise<void> {
  const isLeft = ({ pid, since }: Transaction) =>
    earlier.some((one) => one.pid === pid && one.since === since)
  const areOver = async () => !(await openTransactions()).some(isLeft)
  await until('all transactions are over', areOver, deadlineMs)
}
