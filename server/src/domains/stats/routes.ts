// Operations on the overview bound to the rules; nothing is parsed or decided here.
import type { Routes } from '#http/route.ts'
import { readOverview } from './service/read-overview.ts'

export const routes = {
  'stats.overview': async (ctx, { query }) => ({
    status: 200,
    body: await readOverview(ctx, query.range ?? '24h'),
  }),
} satisfies Routes
