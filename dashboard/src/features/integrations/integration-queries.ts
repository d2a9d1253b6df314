// Queries for integrations, under keys that the live feed can refresh. Running syncs are polled often.
import { queryOptions } from '@tanstack/react-query'
import type { Integration, Provider, SyncRun, WriteBack } from '@task-service/contract'
import { call } from '#api/call.ts'
import { IDLE_EVERY_MS, isBusy, paceOf } from './integrations-query.ts'

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<Provider[]> =>
    (await call('providers.list', { signal })).body.data,
})

export const integrationQuery = (integration: string) =>
  queryOptions({
    queryKey: ['integrations', 'one', integration],
    queryFn: async ({ signal }): Promise<{ integration: Integration; etag: string | null }> => {
      const { body, etag } = await call('integrations.get', { params: { integration }, signal })
      return { integration: body, etag }
    },
    refetchInterval: ({ state }) => paceOf(state.data ? isBusy(state.data.integration) : true),
  })

export const runsQuery = (integration: string, limit: number) =>
  queryOptions({
    queryKey: ['integrations', 'runs', integration, limit],
    queryFn: async ({ signal }): Promise<SyncRun[]> =>
      (await call('integrations.runs', { params: { integration }, query: { limit }, signal })).body
        .data,
    refetchInterval: ({ state }) =>
      paceOf(state.data?.some((run) => run.state === 'running') ?? false),
  })

const RECENT = 32

/** Read again when another run has ended. */
export const recentRunsQuery = ({ id, last_result: last }: Integration) =>
  queryOptions({
    queryKey: ['integrations', 'recent runs', id, last?.run_id ?? null],
    queryFn: async ({ signal }): Promise<SyncRun[]> =>
      (
        await call('integrations.runs', {
          params: { integration: id },
          query: { limit: RECENT },
          signal,
        })
      ).body.data,
  })

/** Read again when the number of pending write-backs has changed. */
export const lastConfirmedQuery = ({ id, counts }: Integration) =>
  queryOptions({
    queryKey: ['integrations', 'last confirmed', id, counts.write_backs_open],
    refetchInterval: paceOf(counts.write_backs_open > 0),
    queryFn: async ({ signal }): Promise<WriteBack | null> => {
      const query = { integration: id, state: 'confirmed', limit: 1 } as const
      return (await call('write_backs.list', { query, signal })).body.data[0] ?? null
    },
  })

export const failuresQuery = (integration: string) =>
  queryOptions({
    queryKey: ['integrations', 'failures', integration],
    queryFn: async ({ signal }) =>
      (await call('integrations.failures', { params: { integration }, signal })).body.data,
  })

export const conflictsQuery = (integration: string) =>
  queryOptions({
    queryKey: ['integrations', 'conflicts', integration],
    refetchInterval: IDLE_EVERY_MS,
    queryFn: async ({ signal }) =>
      (await call('conflicts.list', { query: { integration, state: 'open' }, signal })).body.data,
  })

export const failedWritesQuery = (integration: string) =>
  queryOptions({
    queryKey: ['integrations', 'failed writes', integration],
    queryFn: async ({ signal }) =>
      (await call('write_backs.list', { query: { integration, state: 'failed' }, signal })).body
        .data,
  })
