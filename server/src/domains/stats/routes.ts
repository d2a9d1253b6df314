// Operations on the overview bound to the rules; nothing is parsed or decided here.
import type { Routes } from '#http/route.ts'
import { readFlow } from './service/read-flow.ts'
import { readOverview } from './service/read-overview.ts'

export const routes = {
  'stats.flow': async (ctx, { query }) => ({
    status: 200,
    body: await readFlow(ctx, query.range ?? '24h'),
  }),
  'stats.overview': async (ctx, { query }) => ({
    status: 200,
    body: await readOverview(ctx, query.range ?? '24h'),
  }),
} satisfies Routes
