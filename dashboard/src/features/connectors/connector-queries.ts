// Queries for connectors. No event reports heartbeats or jobs, so they are polled every few seconds.
import { queryOptions } from '@tanstack/react-query'
import type {
  Connector,
  ConnectorActivity,
  ConnectorStatements,
  EdgeJobWithRows,
} from '@task-service/contract'
import { call } from '#api/call.ts'
import { collectPages } from '#api/collect-pages.ts'

const EVERY_MS = 4_000
/** Its spans are five minutes long. */
const ACTIVITY_EVERY_MS = 30_000
const RESULT_EVERY_MS = 1_000

export const connectorsQuery = queryOptions({
  queryKey: ['connectors', 'list'],
  refetchInterval: EVERY_MS,
  queryFn: ({ signal }): Promise<Connector[]> =>
    collectPages((query) => call('connectors.list', { query, signal })),
})

export const connectorQuery = (connector: string) =>
  queryOptions({
    queryKey: ['connectors', 'one', connector],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }): Promise<{ connector: Connector; etag: string | null }> => {
      const { body, etag } = await call('connectors.get', { params: { connector }, signal })
      return { connector: body, etag }
    },
  })

/** Under a name of its own: one for each card, so not with every event. */
export const activityQuery = (connector: string) =>
  queryOptions({
    queryKey: ['connector activity', connector],
    refetchInterval: ACTIVITY_EVERY_MS,
    queryFn: async ({ signal }): Promise<ConnectorActivity> =>
      (await call('connectors.activity', { params: { connector }, signal })).body,
  })

export const statementsQuery = (connector: string) =>
  queryOptions({
    queryKey: ['connectors', 'statements', connector],
    queryFn: async ({ signal }): Promise<ConnectorStatements> =>
      (await call('connectors.statements', { params: { connector }, signal })).body,
  })

export const isPending = ({ state }: Pick<EdgeJobWithRows, 'state'>): boolean =>
  state === 'waiting' || state === 'running'

/** Polled until the job has ended. */
export const jobQuery = (connector: string, job: string) =>
  queryOptions({
    queryKey: ['connector job', connector, job],
    queryFn: async ({ signal }): Promise<EdgeJobWithRows> =>
      (await call('edge_jobs.get', { params: { connector, job }, signal })).body,
    refetchInterval: ({ state }) =>
      state.data === undefined || isPending(state.data) ? RESULT_EVERY_MS : false,
  })
