// Operations on the event log bound to the rules; nothing is parsed or decided here.
import type { Routes } from '#http/route.ts'
import { listEvents, listEventTypes } from './service.ts'

export const routes = {
  'events.list': async (ctx, { query }) => ({ status: 200, json: await listEvents(ctx, query) }),
  'events.types': async () => ({ status: 200, json: listEventTypes() }),
} satisfies Routes
