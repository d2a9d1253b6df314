// Credentials: entered, sealed for their hosts, never given back.
import assert from 'node:assert/strict'
import {
  type CaseContext,
  describeOperation,
} from '../../../../tests/harness/describe-operation.ts'
import { auditOf, uuidOf } from '../../../../tests/harness/history.ts'
import {
  newConnection,
  newIntegration,
} from '../../../../tests/harness/integrations/new-integration.ts'
import { bodyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

const CANARY = 'cnry-Tok/en+"77"'

const prepare = async ({ client }: CaseContext<'integrations.set_credential'>) => ({
  params: { integration: (await newIntegration(client)).id },
  body: { secrets: { token: 'x' } },
})
const bodies = bodyCases<'integrations.set_credential'>(prepare)

describeOperation('integrations.set_credential', {
  200: {
    'tells names and never values': async ({ client, call }) => {
      const { id } = await newIntegration(client)
      const params = { integration: id }
      const reply = await call({ params, body: { secrets: { token: ` ${CANARY}\n` } } })
      assert.deepEqual(reply.body.credential.names, ['token', 'webhook'])
      assert.deepEqual([reply.body.credential.state, reply.body.state], ['readable', 'new'])
      assert.equal(reply.body.version, 2)
      const list = await client.call('integrations.list')
      const audit = await client.call('audit.list')
      for (const { text } of [reply, list, audit]) assert.equal(text.includes('cnry-'), false)
      const entry = (await auditOf(id)).at(-1)
      assert.deepEqual(
        [entry?.action, entry?.changes],
        [
          'integration.credential_set',
          [{ field: 'credential', from: [], to: ['token', 'webhook'] }],
        ],
      )
      const [row] = await inspect<{ value: Buffer; hosts: string[] }>(
        `select value, hosts from integration_secrets where integration_id = $1 and name = 'token'`,
        [uuidOf(id)],
      )
      assert.equal(row?.value.includes('cnry'), false)
      assert.deepEqual(row?.hosts, reply.body.hosts)
    },
    'keeps what is left out and takes away what is null': async ({ client, call }) => {
      const { id } = await newConnection(client)
      const params = { integration: id }
      const both = await call({ params, body: { secrets: { note: 'n' } } })
      assert.deepEqual(both.body.credential.names, ['note', 'token', 'webhook'])
      const one = await call({ params, body: { secrets: { note: null } } })
      assert.deepEqual(one.body.credential.names, ['token', 'webhook'])
    },
    'clears what stood in the way, and ends its rest': async ({ client, call }) => {
      const { id } = await newConnection(client)
      await inspect(
        `update integrations set problem = 'auth_failed', failures = 9,
          rest_until = now() + interval '1 hour', next_pull_at = now() + interval '1 hour'
        where id = $1`,
        [uuidOf(id)],
      )
      const { body } = await call({
        params: { integration: id },
        body: { secrets: { token: 'new' } },
      })
      assert.equal(body.problem, null)
      const [row] = await inspect<{ rests: boolean; waits: boolean }>(
        `select rest_until is not null as rests, next_pull_at > now() as waits
        from integrations where id = $1`,
        [uuidOf(id)],
      )
      assert.deepEqual(row, { rests: false, waits: false })
    },
  },
  400: {
    ...bodies.malformed,
    'refuses an incomplete one': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      const reply = await call({ params: { integration }, body: { secrets: { note: 'x' } } })
      assert.equal(reply.problem.code, 'credential_incomplete')
      assert.equal(reply.problem.errors?.[0]?.pointer, '/secrets/token')
    },
    'refuses unknown names and empty values': async ({ client, call }) => {
      const { id: integration } = await newIntegration(client)
      for (const secrets of [{ token: 'x', other: 'y' }, { token: '  ' }, {}]) {
        const { problem } = await call({ params: { integration }, body: { secrets } })
        const isEmpty = Object.keys(secrets).length === 0
        assert.equal(problem.code, isEmpty ? 'invalid_request' : 'integration_fields_refused')
      }
    },
  },
  404: async ({ call }) => {
    const foreign = await newIntegration(await newTenant())
    for (const integration of [`int_${'0'.repeat(32)}`, foreign.id]) {
      const { problem } = await call({
        params: { integration },
        body: { secrets: { token: 'x' } },
      })
      assert.equal(problem.code, 'integration_not_found')
    }
  },
  409: async ({ client, call }) => {
    const { id: integration } = await newIntegration(client)
    await inspect(`update integrations set provider = 'gone' where id = $1`, [uuidOf(integration)])
    const { problem } = await call({ params: { integration }, body: { secrets: { token: 'x' } } })
    assert.equal(problem.code, 'provider_missing')
  },
  412: async (t) => {
    const { problem } = await t.call({ ...(await prepare(t)), headers: { 'if-match': '"9"' } })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
})
