// Queries for queues. What is ready changes with every claim, so they are asked again with every event.
import { queryOptions } from '@tanstack/react-query'
import type { QueueHistory, QueueState } from '@task-service/contract'
import { call } from '#api/call.ts'

const EVERY_MS = 15_000
/** Its buckets are hours. */
const HISTORY_EVERY_MS = 120_000

export const queuesQuery = queryOptions({
  queryKey: ['queues', 'list'],
  refetchInterval: EVERY_MS,
  queryFn: async ({ signal }): Promise<QueueState[]> =>
    (await call('queues.list', { signal })).body.data,
})

/** Under a name of its own: one for each row, so not with every event. */
export const historyQuery = (queue: string) =>
  queryOptions({
    queryKey: ['queue history', queue],
    staleTime: HISTORY_EVERY_MS,
    refetchInterval: HISTORY_EVERY_MS,
    queryFn: async ({ signal }): Promise<QueueHistory> =>
      (await call('queues.history', { params: { queue }, signal })).body,
  })
