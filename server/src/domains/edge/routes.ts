// Operations on jobs bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { ExternalCalls, Routes } from '#http/route.ts'
import { cancelWaitingJob, getJob, listJobPage } from './service/manage-jobs.ts'
import { runForPerson } from './service/run-for-person.ts'

export const routes = {
  'edge_jobs.list': async (ctx, { params, query }) => {
    const { limit = PAGE_LIMIT_DEFAULT, cursor, state } = query
    return { status: 200, body: await listJobPage(ctx, params.connector, { limit, cursor, state }) }
  },
  'edge_jobs.get': async (ctx, { params }) => ({ status: 200, body: await getJob(ctx, params) }),
  'edge_jobs.cancel': async (ctx, { params }) => ({
    status: 200,
    body: await cancelWaitingJob(ctx, params),
  }),
} satisfies Routes

/** `stopping` ends what waits when the process stops. */
export function createExternalCalls(stopping: AbortSignal): ExternalCalls {
  return {
    'connectors.run': async (steps, { params, body }) => ({
      status: 200,
      body: await runForPerson(steps, params.connector, body, stopping),
    }),
  }
}
