// Queries for agents. Usage grows with every heartbeat, which is no event, so agents are polled as well.
import { queryOptions } from '@tanstack/react-query'
import type { Agent, AgentToken, Run } from '@task-service/contract'
import { call } from '#api/call.ts'
import { collectPages } from '#api/collect-pages.ts'

const EVERY_MS = 10_000
const LAST_RUNS = 20
const LAST_RUNS_EVERY_MS = 15_000

export const agentsQuery = queryOptions({
  queryKey: ['agents', 'list'],
  refetchInterval: EVERY_MS,
  queryFn: ({ signal }): Promise<Agent[]> =>
    collectPages((query) => call('agents.list', { query, signal })),
})

export type LoadedAgent = { agent: Agent; etag: string | null }

export const agentQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agents', 'one', agent],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }): Promise<LoadedAgent> => {
      const { body, etag } = await call('agents.get', { params: { agent }, signal })
      return { agent: body, etag }
    },
  })

/** Under a name of its own, as the next one: each card has one, so they are not asked for with every event. */
export const tokensQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agent tokens', agent],
    refetchInterval: LAST_RUNS_EVERY_MS,
    queryFn: async ({ signal }): Promise<AgentToken[]> =>
      (await call('agent_tokens.list', { params: { agent }, signal })).body.data,
  })

export const lastRunsQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agent runs', agent],
    refetchInterval: LAST_RUNS_EVERY_MS,
    queryFn: async ({ signal }): Promise<Run[]> =>
      (await call('runs.list', { query: { agent, limit: LAST_RUNS }, signal })).body.data,
  })
