// The settings of a tenant: reading, changing, and isolation from other tenants.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { describeOperation } from '../../../../tests/harness/describe-operation.ts'
import { bodyCases } from '../../../../tests/harness/request-cases.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { until } from '../../../../tests/operate/until.ts'

const prepare = async () => ({ body: { name: 'Another' } })
const bodies = bodyCases<'settings.change'>(prepare)

async function countAccessChanges(): Promise<number | undefined> {
  const [row] = await inspect<{ changes: number }>(
    'select access_changes::int as changes from instance',
  )
  return row?.changes
}

describeOperation('settings.get', {
  200: async ({ client, call }) => {
    const reply = await call()
    const { updated_at: at, ...settings } = reply.body
    assert.deepEqual(settings, {
      name: settings.name,
      time_zone: 'UTC',
      language: 'en',
      week_start: 'monday',
      version: 1,
    })
    assert.equal(reply.headers['etag'], '"1"')
    const [stored] = await inspect<{ name: string; created_at: Date }>(
      'select name, created_at from tenants where tenant_id = $1',
      [client.tenant.id],
    )
    assert.equal(settings.name, stored?.name)
    assert.equal(at, stored?.created_at.toISOString())
  },
  400: async ({ call }) => {
    const { problem } = await call({ query: { of: 'me' } })
    assert.equal(problem.errors?.[0]?.code, 'unknown_parameter')
  },
})

describeOperation('settings.change', {
  200: {
    'changes what is sent and leaves the rest, with an entry in the audit log': async ({
      client,
      call,
    }) => {
      const body = { time_zone: 'Europe/Berlin', week_start: 'sunday' }
      const reply = await call({ body, headers: { 'if-match': '"1"' } })
      assert.deepEqual(
        [reply.body.time_zone, reply.body.week_start, reply.body.language, reply.body.version],
        ['Europe/Berlin', 'sunday', 'en', 2],
      )
      assert.equal(reply.headers['etag'], '"2"')
      assert.deepEqual((await client.call('settings.get')).body, reply.body)
      const { data } = (await client.call('audit.list', { query: { limit: 1 } })).body
      assert.equal(data[0]?.action, 'tenant.settings_changed')
      assert.deepEqual(data[0]?.changes, [
        { field: 'time_zone', from: 'UTC', to: 'Europe/Berlin' },
        { field: 'week_start', from: 'monday', to: 'sunday' },
      ])
    },
    'changes nothing when nothing differs': async ({ client, call }) => {
      const { name } = (await client.call('settings.get')).body
      assert.equal((await call({ body: { name, language: 'en' } })).body.version, 1)
      const { data } = (await client.call('audit.list')).body
      assert.ok(data.every(({ action }) => action !== 'tenant.settings_changed'))
    },
    'is no change of access, so cached keys stay valid': async ({ call }) => {
      // In a deployment others make tenants meanwhile, but not all the time.
      const before = await until('access did not change', async () => {
        const earlier = await countAccessChanges()
        await call({ body: { name: `Renamed ${randomUUID()}` } })
        return (await countAccessChanges()) === earlier && earlier
      })
      await newTenant()
      assert.notEqual(await countAccessChanges(), before, 'a new tenant is one')
    },
  },
  400: {
    'refuses a time zone that does not exist': async ({ client, call }) => {
      const { problem } = await call({ body: { time_zone: 'Mars/Olympus' } })
      assert.equal(problem.code, 'time_zone_unknown')
      assert.equal(problem.errors?.[0]?.pointer, '/time_zone')
      assert.equal((await client.call('settings.get')).body.time_zone, 'UTC')
    },
    'refuses what is not a setting, and nothing at all': async ({ call }) => {
      for (const body of [{}, { slug: 'other' }, { name: '' }, { language: 'xx' }]) {
        assert.equal((await call({ body })).problem.code, 'invalid_request')
      }
    },
    ...bodies.malformed,
  },
  412: async ({ call }) => {
    await call({ body: { name: 'First' } })
    const { problem } = await call({ body: { name: 'Second' }, headers: { 'if-match': '"1"' } })
    assert.equal(problem.code, 'version_mismatch')
  },
  413: bodies.tooLarge,
  415: bodies.wrongType,
})

test('two changes at once are both kept', async () => {
  const client = await newTenant()
  await Promise.all([
    client.call('settings.change', { body: { name: 'Both' } }),
    client.call('settings.change', { body: { language: 'de' } }),
  ])
  const { name, language, version } = (await client.call('settings.get')).body
  assert.deepEqual([name, language, version], ['Both', 'de', 3])
})
