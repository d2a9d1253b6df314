// A run by its ID.
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Run } from '@task-service/contract'
import { call } from '#api/call.ts'

export function useRun(id: string | null): Run | undefined {
  return useQuery({
    queryKey: ['runs', 'one', id],
    queryFn:
      id === null
        ? skipToken
        : async ({ signal }) => (await call('runs.get', { params: { run: id }, signal })).body,
  }).data
}
