// Operations on queues bound to the rules; nothing is parsed or decided here.
import type { QueueState } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { changeQueue } from './service/change-queue.ts'
import { getHistory } from './service/get-history.ts'
import { getQueue, listQueues } from './service/get-queue.ts'

function found(queue: QueueState) {
  return { status: 200 as const, body: queue, headers: { etag: `"${queue.version}"` } }
}

export const routes = {
  'queues.list': async (ctx) => ({ status: 200, body: await listQueues(ctx) }),
  'queues.get': async (ctx, { params }) => found(await getQueue(ctx, params.queue)),
  'queues.change': async (ctx, { params, body, ifMatch }) =>
    found(await changeQueue(ctx, params.queue, body, ifMatch)),
  'queues.history': async (ctx, { params }) => ({
    status: 200,
    body: await getHistory(ctx, params.queue),
  }),
} satisfies Routes
