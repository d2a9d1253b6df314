// Public interface of work: its routes, and maintenance of the queues for the worker.
import { type ClaimGroupOptions, createClaimGroup } from '#domains/claims/index.ts'
import type { EffectParts } from '#domains/sync/index.ts'
import { observeGauge } from '#observe/metrics.ts'
import {
  type ClaimQuota,
  type ClaimWatchOptions,
  createClaimWatch,
  createFindAgent,
} from './claiming/index.ts'
import { createExternalCalls as bindCalls } from './routes.ts'

export { answerByLink, showLinked } from './asking/index.ts'
export { findDueTenants, tendQueues } from './maintenance/index.ts'
export { createRoutes } from './routes.ts'
export { releaseRunsOf } from './runs/index.ts'

/** One group and one watch serve all requests of a process. */
export function createExternalCalls(
  options: ClaimGroupOptions & ClaimWatchOptions & { quota: ClaimQuota },
  effects: EffectParts,
  stopping: AbortSignal,
) {
  const watch = createClaimWatch(options)
  stopping.addEventListener('abort', watch.stop, { once: true })
  observeGauge('task_service.claims.waiting', 'Claims that wait for tasks', watch.waiting)
  const { quota } = options
  const claims = { group: createClaimGroup(options), watch, findAgent: createFindAgent(), quota }
  return bindCalls(claims, effects)
}
