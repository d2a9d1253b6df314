// Queries for runs. Heartbeats are not events, so live runs are polled every few seconds.
import { queryOptions } from '@tanstack/react-query'
import type { Run, RunListQuery, RunState } from '@task-service/contract'
import { call } from '#api/call.ts'

const EVERY_MS = 4_000

/** Not ended yet: an agent works on the task, or waits for an answer. */
export const LIVE_STATES = ['working', 'parked'] as const satisfies RunState[]

export const isLive = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'working' || state === 'parked'

type Asked = Omit<RunListQuery, 'cursor'>

/** One page, newest first. */
export const runsQuery = (query: Asked) =>
  queryOptions({
    queryKey: ['runs', 'list', query],
    queryFn: async ({ signal }): Promise<Run[]> =>
      (await call('runs.list', { query, signal })).body.data,
    refetchInterval: ({ state: { data } }) => (data?.some(isLive) ? EVERY_MS : false),
  })

/** The runs of a task; the first one is live if any is. */
export const runsOfTaskQuery = (task: string) => runsQuery({ task, limit: 20 })

/** The runs of an agent that have not ended. */
export const liveRunsQuery = (agent: string) =>
  runsQuery({ agent, state: [...LIVE_STATES], limit: 100 })
