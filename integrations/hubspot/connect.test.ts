// Connecting: what the report says about good and bad tokens, and what there is to choose from.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isFailure } from '@task-service/kit'
import { discover, hosts, testConnection } from './connect.ts'
import { useScene } from './testing/scene.ts'
import { seed } from './testing/world.ts'

const scene = useScene()

const grantOnly = (...scopes: string[]): void =>
  scene().controls.grant({ token: seed.token, scopes })

describe('a test of the connection', () => {
  test('shows a task and how many there are', async () => {
    const { ctx, controls } = scene()
    controls.create({ properties: { hs_task_subject: 'Older' } })
    controls.setClock({ at: new Date(Date.now() + 1_000).toISOString() })
    controls.create({ properties: { hs_task_subject: 'Newer' } })
    const report = await testConnection(ctx)
    assert.deepEqual([report.sample?.title, report.total], ['Newer', 2])
    assert.deepEqual([report.missingScopes, report.warnings], [[], []])
  })

  test('says which scopes are missing', async () => {
    grantOnly('crm.objects.contacts.read')
    const { missingScopes, warnings } = await testConnection(scene().ctx)
    assert.deepEqual(missingScopes, ['crm.objects.owners.read'])
    assert.match(warnings.join(), /deals/)
  })

  test('fails where tasks cannot be read, and names the scope', async () => {
    grantOnly('crm.objects.owners.read')
    await assert.rejects(testConnection(scene().ctx), (error) => {
      assert.ok(isFailure(error, 'forbidden'))
      return (error.facts.fix ?? '').includes('crm.objects.contacts.read')
    })
  })

  test('fails with what to do about it', async () => {
    scene().controls.revoke({ token: seed.token })
    await assert.rejects(testConnection(scene().ctx), (error) => {
      assert.ok(isFailure(error, 'auth'))
      return error.facts.fix !== undefined
    })
  })
})

test('there are statuses, priorities and people to choose from', async () => {
  const { ctx } = scene()
  const statuses = await discover(ctx, 'statuses')
  // The first that is open is what a reopened task gets: put off is something else.
  assert.deepEqual(statuses, [
    { id: 'NOT_STARTED', name: 'Not started', group: 'open' },
    { id: 'DEFERRED', name: 'Deferred', group: 'open' },
    { id: 'IN_PROGRESS', name: 'In progress', group: 'started' },
    { id: 'WAITING', name: 'Waiting', group: 'started' },
    { id: 'COMPLETED', name: 'Completed', group: 'done' },
  ])
  assert.deepEqual(
    (await discover(ctx, 'priorities')).map(({ id }) => id),
    ['LOW', 'MEDIUM', 'HIGH'],
  )
  assert.deepEqual(await discover(ctx, 'people'), [
    { id: '201', name: 'Alice Archer', email: 'alice@acme.test' },
    { id: '202', name: 'Bob Baker', email: 'bob@acme.test' },
  ])
  assert.deepEqual(await discover(ctx, 'containers'), [])
})

test('one host', () => {
  const config = { app_url: 'https://app.hubspot.com', portal_id: '1' }
  assert.deepEqual(hosts({ ...config, base_url: 'https://api.hubapi.com/' }), ['api.hubapi.com'])
})
