// The operation that creates and changes many tasks, bound to the rules.
import type { Routes } from '#http/route.ts'
import { applyBulk } from './service/apply-bulk.ts'

export const routes = {
  'tasks.bulk': async (ctx, { body }) => ({ status: 200, body: await applyBulk(ctx, body) }),
} satisfies Routes
