// The operation on the service itself bound to the rules; nothing is parsed or decided here.
import type { Routes } from '#http/route.ts'
import { describeSystem, type SystemFacts } from './service.ts'

export function createSystemRoutes(facts: SystemFacts) {
  return {
    'system.info': async (ctx) => ({ status: 200, body: await describeSystem(ctx, facts) }),
  } satisfies Routes
}
