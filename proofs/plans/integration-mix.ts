// Every operation on integrations and their results, as one tenant would send them; the external system is a test tracker.
import { GOOD_TOKEN, testVendor } from '../../tests/harness/integrations/vendor.ts'
import type { Answered, Call, SendCall } from './send-call.ts'

type Found = { id: string; task_id: string; integration_id: string }

const recordsOf = (page: Answered): Found[] => page['data'] as Found[] // pages of the contract

function first(page: Answered, what: string): Found {
  const [found] = recordsOf(page)
  if (!found) throw new Error(`this tenant has no ${what}`)
  return found
}

export async function sendIntegrations(send: SendCall): Promise<void> {
  const get = (operation: string, url: string, isFiltered = false) =>
    send({ operation, method: 'GET', url, isFiltered })
  // Counts what it says it counts.
  const list = await get('integrations.list', '/api/integrations?limit=1', true)
  const loaded = first(list, 'integration')
  await sendConnection(send)
  await sendWork(send, `/api/integrations/${loaded.id}`)
  await sendLinks(send, loaded.id)
}

async function sendConnection(send: SendCall): Promise<void> {
  const { url } = await testVendor()
  const tracker = { provider: 'tracker', config: { url } }
  const made = await send({
    operation: 'integrations.create',
    method: 'POST',
    url: '/api/integrations',
    payload: { ...tracker, name: 'Ours' },
  })
  const path = `/api/integrations/${made.id}`
  const calls: Call[] = [
    {
      operation: 'integrations.try',
      method: 'POST',
      url: '/api/integrations/check',
      payload: { ...tracker, secrets: { token: GOOD_TOKEN } },
    },
    {
      operation: 'integrations.set_credential',
      method: 'PUT',
      url: `${path}/credential`,
      payload: { secrets: { token: GOOD_TOKEN } },
    },
    { operation: 'integrations.get', method: 'GET', url: path },
    { operation: 'integrations.change', method: 'PATCH', url: path, payload: { name: 'Mine' } },
    { operation: 'integrations.check', method: 'POST', url: `${path}/check` },
    { operation: 'integrations.discover', method: 'GET', url: `${path}/discover?what=statuses` },
    { operation: 'integrations.preview', method: 'POST', url: `${path}/preview`, payload: {} },
    { operation: 'integrations.register_webhook', method: 'POST', url: `${path}/webhook` },
    { operation: 'integrations.unregister_webhook', method: 'DELETE', url: `${path}/webhook` },
    { operation: 'integrations.sync', method: 'POST', url: `${path}/sync`, payload: {} },
    { operation: 'integrations.retry_failures', method: 'POST', url: `${path}/failures/retry` },
    { operation: 'integrations.remove', method: 'DELETE', url: path },
  ]
  for (const call of calls) await send(call)
}

async function sendWork(send: SendCall, path: string): Promise<void> {
  const run = first(
    await send({ operation: 'integrations.runs', method: 'GET', url: `${path}/runs?limit=1` }),
    'run',
  )
  const calls: Call[] = [
    { operation: 'sync_runs.get', method: 'GET', url: `/api/sync-runs/${run.id}` },
    { operation: 'sync_runs.cancel', method: 'POST', url: `/api/sync-runs/${run.id}/cancel` },
    { operation: 'integrations.failures', method: 'GET', url: `${path}/failures` },
    { operation: 'integrations.inbound', method: 'GET', url: `${path}/inbound` },
  ]
  for (const call of calls) await send(call)
}

async function sendLinks(send: SendCall, integration: string): Promise<void> {
  const list = (operation: string, url: string, isFiltered = true) =>
    send({ operation, method: 'GET', url, isFiltered })
  const link = first(await list('links.list', '/api/links?state=active'), 'link')
  const narrowings = ['', `?integration=${integration}`, `?task=${link.task_id}`]
  for (const query of narrowings) {
    await list('links.list', `/api/links${query}`)
    await list('conflicts.list', `/api/conflicts${query}`)
    await list('write_backs.list', `/api/write-backs${query}`)
  }
  await list('links.list', `/api/links?integration=${integration}&state=frozen`)
  const path = `/api/links/${link.id}`
  await send({ operation: 'links.get', method: 'GET', url: path })
  await send({ operation: 'links.explain', method: 'GET', url: `${path}/explain` })
  await send({ operation: 'links.resume', method: 'POST', url: `${path}/resume` })
  await sendDecisions(send)
  await send({ operation: 'links.remove', method: 'DELETE', url: path })
  const url = `/api/tasks/${link.task_id}/links`
  await send({ operation: 'links.create', method: 'POST', url, payload: { integration } })
}

async function sendDecisions(send: SendCall): Promise<void> {
  const open = await send({
    operation: 'conflicts.list',
    method: 'GET',
    url: '/api/conflicts?state=open',
    isFiltered: true,
  })
  const conflict = `/api/conflicts/${first(open, 'open conflict').id}/resolve`
  const payload = { use: 'service' }
  await send({ operation: 'conflicts.resolve', method: 'POST', url: conflict, payload })
  const failed = await send({
    operation: 'write_backs.list',
    method: 'GET',
    url: '/api/write-backs?state=failed',
    isFiltered: true,
  })
  const again = `/api/write-backs/${first(failed, 'failed change').id}/retry`
  await send({ operation: 'write_backs.retry', method: 'POST', url: again })
}
