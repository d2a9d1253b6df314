// Every operation on webhooks and deliveries, as one tenant would send them.
import type { Answered, SendCall } from './send-call.ts'

/** Nothing listens there, and nothing is sent: there is no worker. */
const NOWHERE = 'http://127.0.0.1:9999/hook'

type Post = (
  operation: string,
  url: string,
  payload?: object,
  isFiltered?: boolean,
) => Promise<Answered>

export async function sendWebhooks(send: SendCall): Promise<void> {
  const post: Post = (operation, url, payload, isFiltered = false) =>
    send({ operation, method: 'POST', url, ...(payload && { payload }), isFiltered })
  const plain = await post('webhooks.create', '/api/webhooks', { url: NOWHERE })
  const ordered = await post('webhooks.create', '/api/webhooks', { url: NOWHERE, ordering: 'task' })
  const spare = await post('webhooks.create', '/api/webhooks', { url: NOWHERE })
  await sendPages(send, 'webhooks.list', '/api/webhooks')
  const url = `/api/webhooks/${plain.id}`
  await send({ operation: 'webhooks.get', method: 'GET', url })
  const payload = { description: 'plans', headers: { 'x-plans': 'yes' } }
  await send({ operation: 'webhooks.change', method: 'PATCH', url, payload })
  await post('webhooks.rotate_secret', `${url}/rotate-secret`, {})
  await sendFilterTests(send, post)
  for (const webhook of [plain, ordered]) await sendRecoveries(post, `/api/webhooks/${webhook.id}`)
  await sendDeliveries(send, post, url)
  // Looks for the latest attempt among many, and counts.
  const health = { operation: 'webhooks.get_health', method: 'GET', isFiltered: true } as const
  await send({ ...health, url: `${url}/health` })
  await post('webhooks.retry', `${url}/retry`, undefined, true)
  // Counts what it says it counts.
  await send({
    operation: 'webhooks.health',
    method: 'GET',
    url: '/api/webhooks/health',
    isFiltered: true,
  })
  const removed = `/api/webhooks/${spare.id}`
  await send({ operation: 'webhooks.remove', method: 'DELETE', url: removed })
}

async function sendFilterTests(send: SendCall, post: Post): Promise<void> {
  const filter = { event_types: ['task.*'], filter: { 'data.priority': ['urgent'] } }
  const event = { type: 'task.created', data: { priority: 'urgent' } }
  await post('webhooks.test_filter', '/api/webhooks/test-filter', { ...filter, event })
  const page = await send({ operation: 'events.list', method: 'GET', url: '/api/events?limit=1' })
  const [oldest] = page['data'] as { id: string }[] // the page of the contract
  const known = { ...filter, event_id: oldest?.id }
  await post('webhooks.test_filter', '/api/webhooks/test-filter', known)
}

/** As far back as the events of this week; both only count first. */
async function sendRecoveries(post: Post, url: string): Promise<void> {
  const since = new Date(Date.now() - 8 * 86_400_000).toISOString()
  for (const only of ['failed', 'missing']) {
    for (const isDry of [true, false]) {
      const payload = { since, only, dry_run: isDry }
      await post('webhooks.recover', `${url}/recover`, payload, true)
    }
  }
}

async function sendDeliveries(send: SendCall, post: Post, url: string): Promise<void> {
  const test = await post('webhooks.test', `${url}/test`)
  await post('webhooks.test', `${url}/test`)
  const delivery = `/api/deliveries/${test.id}`
  await send({ operation: 'deliveries.get', method: 'GET', url: delivery })
  await post('deliveries.resend', `${delivery}/resend`)
  await post('deliveries.resend_many', '/api/deliveries/resend', { deliveries: [test.id] })
  await sendPages(send, 'deliveries.list', `${url}/deliveries`)
  // A page of all webhooks is put together from one of each.
  await sendPages(send, 'deliveries.log', '/api/deliveries', true)
  await sendTaskLog(send)
  for (const query of ['status=failed', 'status=delivered', 'event_type=webhook.test']) {
    for (const [operation, path] of [
      ['deliveries.list', `${url}/deliveries`],
      ['deliveries.log', '/api/deliveries'],
    ] as const) {
      const listed = `${path}?limit=20&${query}`
      await send({ operation, method: 'GET', url: listed, isFiltered: true })
    }
  }
}

/** Of a task that has some, without filters and with every filter. */
async function sendTaskLog(send: SendCall): Promise<void> {
  const log = { operation: 'deliveries.log', method: 'GET' } as const
  const page = await send({ ...log, url: '/api/deliveries?limit=200', isFiltered: true })
  const known = (page['data'] as { task_number: number | null; webhook_id: string }[]).find(
    ({ task_number: number }) => number !== null,
  ) // the page of the contract
  if (!known) throw new Error('no delivery is about a task')
  const url = `/api/deliveries?task=T-${known.task_number}`
  for (const more of ['', `&webhook=${known.webhook_id}`, '&status=failed', '&limit=1']) {
    await send({ ...log, url: `${url}${more}` })
  }
}

async function sendPages(
  send: SendCall,
  operation: string,
  url: string,
  isFiltered = false,
): Promise<void> {
  const first = await send({ operation, method: 'GET', url: `${url}?limit=1`, isFiltered })
  if (!first.next_cursor) throw new Error(`${url} has one page only`)
  const cursor = encodeURIComponent(first.next_cursor)
  await send({ operation, method: 'GET', url: `${url}?limit=1&cursor=${cursor}`, isFiltered })
}
