// Tasks filtered by where they came from, who works on them, and what their external system confirmed.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { newIntegration } from '../../../../tests/harness/integrations/new-integration.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'

describe('filters by origin', () => {
  let client: ApiClient
  let integration = ''

  before(async () => {
    client = await newTenant()
    integration = (await newIntegration(client)).id
    await client.create({ title: 'plain' })
    await client.create({ title: 'sourced', source: 'erp', external_id: '1' })
    await client.create({ title: 'delegated', delegate: 'docs-agent' })
    for (const title of ['pending', 'confirmed']) {
      const { id } = await client.create({ title })
      await client.call('tasks.transition', { params: { task: id }, body: { to: 'completed' } })
      await plantOrigin(id, integration, title === 'confirmed')
    }
  })

  const titles = async (query: Record<string, string>): Promise<string[]> => {
    const { data } = (await client.call('tasks.list', { query })).body
    const counts = (await client.call('tasks.counts', { query })).body
    assert.equal(counts.total, data.length)
    return data.map(({ title }) => title).toSorted()
  }

  test('by integration, or none', async () => {
    assert.deepEqual(await titles({ integration }), ['confirmed', 'pending'])
    assert.deepEqual(await titles({ integration: 'none' }), ['delegated', 'plain', 'sourced'])
    assert.deepEqual(await titles({ integration: `int_${'0'.repeat(32)}` }), [])
  })

  test('by whether they have a source or a delegate', async () => {
    assert.deepEqual(await titles({ has_source: 'true' }), ['sourced'])
    assert.deepEqual(await titles({ has_source: 'false', integration: 'none' }), [
      'delegated',
      'plain',
    ])
    assert.deepEqual(await titles({ delegated: 'true' }), ['delegated'])
    assert.equal((await titles({ delegated: 'false' })).length, 4)
  })

  test('by what the external system confirmed', async () => {
    assert.deepEqual(await titles({ confirmation: 'pending' }), ['pending'])
    assert.deepEqual(await titles({ confirmation: 'confirmed' }), ['confirmed'])
  })

  test('an ID of another kind is rejected with what is accepted', async () => {
    const { problem } = await client.call('tasks.list', { query: { integration: 'tsk_1' } })
    assert.match(problem.errors?.[0]?.message ?? '', /integration ID \(int_…\) or none/)
  })
})

/** As if the integration had created it, and confirmed it. */
async function plantOrigin(id: string, integration: string, isConfirmed: boolean): Promise<void> {
  const origin = { kind: 'integration', integration_id: integration, external_id: id, url: null }
  const settled = isConfirmed ? new Date().toISOString() : null
  await inspect(
    `with task as (
       update tasks set doc = jsonb_set(jsonb_set(doc::jsonb, '{origin}', $2::jsonb), '{settled_at}', $3::jsonb)::json
       where id = $1 returning tenant_id, id)
     insert into links (tenant_id, id, integration_id, task_id, external_id, state, created_at, updated_at)
     select tenant_id, gen_random_uuid(), $4, id, id::text, 'active', now(), now() from task`,
    [uuidOf(id), JSON.stringify(origin), JSON.stringify(settled), uuidOf(integration)],
  )
}
