// What a run of an agent may use.
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const runBudgetQuery = (agent: string) =>
  queryOptions({
    queryKey: ['agents', 'run budget', agent],
    queryFn: async ({ signal }) =>
      (await call('agents.get', { params: { agent }, signal })).body.run_budget,
  })
