// Integrations, connectors and agents that keep work from moving on, as the overview names them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '@task-service/contract'
import type { ApiClient } from '../../../../tests/harness/api-client.ts'
import { newConnector } from '../../../../tests/harness/edge/new-connector.ts'
import { uuidOf } from '../../../../tests/harness/history.ts'
import { newIntegration } from '../../../../tests/harness/integrations/new-integration.ts'
import { plantConflict, plantWriteBack } from '../../../../tests/harness/integrations/sync-rows.ts'
import { inspect, newTenant } from '../../../../tests/harness/test-api.ts'
import { AGENT, ask } from '../../../../tests/harness/work/ask.ts'

async function attentionOf(client: ApiClient): Promise<Overview['attention']> {
  return (await client.call('stats.overview')).body.attention
}

const briefly = (attention: Overview['attention']) =>
  attention.map(({ kind, severity, count, name }) => [kind, severity, count, name])

test('a rejected write-back needs attention until a newer one of its link exists', async () => {
  const client = await newTenant()
  const { id: integration } = await newIntegration(client, { name: 'HubSpot' })
  const first = await plantWriteBack({ client, integration })
  await plantWriteBack({ client, integration })
  await plantWriteBack({ client, integration }, 'confirmed')
  const other = await newTenant()
  const [item] = await attentionOf(client)
  assert.deepEqual(briefly(item ? [item] : []), [['write_backs_failed', 'error', 2, 'HubSpot']])
  assert.deepEqual(item?.subject_ids, [integration])
  assert.ok(item?.since)
  assert.deepEqual(await attentionOf(other), [])

  const later = await newTenant()
  const tracker = (await newIntegration(later, { name: 'Redmine' })).id
  const retried = await plantWriteBack({ client: later, integration: tracker })
  await inspect(
    `insert into write_backs (tenant_id, id, integration_id, link_id, task_id, kind, wanted, task_version, state, planned_at)
     select tenant_id, 'ffffffff-ffff-7fff-bfff-ffffffffffff', integration_id, link_id, task_id, kind, wanted, 2, 'planned', now()
     from write_backs where id = $1`,
    [uuidOf(retried.write_back)],
  )
  assert.deepEqual(await attentionOf(later), [])
  assert.ok(first.write_back)
})

test('failing integrations and open conflicts need attention, paused integrations do not', async () => {
  const client = await newTenant()
  const failing = await newIntegration(client, { name: 'Redmine' })
  const paused = await newIntegration(client, { name: 'Paused' })
  await inspect(
    `update integrations set problem = 'auth_failed', problem_since = now(), paused = (id = $2) where id in ($1, $2)`,
    [uuidOf(failing.id), uuidOf(paused.id)],
  )
  await plantConflict({ client, integration: failing.id })
  assert.deepEqual(briefly(await attentionOf(client)), [
    ['integrations_failing', 'error', 1, 'Redmine'],
    ['conflicts_open', 'warning', 1, 'Redmine'],
  ])
})

test('an enrolled connector needs attention after 90 seconds of silence', async () => {
  const client = await newTenant()
  await newConnector(client, 'never-enrolled')
  const { id } = await newConnector(client, 'wms-south')
  const { id: online } = await newConnector(client, 'wms-north')
  await inspect(
    `update connectors set enrolled_at = now(), last_seen_at = now() - make_interval(secs => case when id = $1 then 91 else 60 end)
     where id in ($1, $2)`,
    [uuidOf(id), uuidOf(online)],
  )
  const [item] = await attentionOf(client)
  assert.deepEqual(briefly(item ? [item] : []), [['connectors_offline', 'warning', 1, 'wms-south']])
  assert.deepEqual(item?.subject_ids, [id])
})

test('a question of an agent is a request, and its task is not listed again', async () => {
  const client = await newTenant()
  await ask(client)
  assert.deepEqual(briefly(await attentionOf(client)), [['questions_open', 'request', 1, AGENT]])
})
