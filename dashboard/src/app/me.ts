// Who is signed in, and where. Without an answer the dashboard still works; it only greets nobody.
import { useQuery } from '@tanstack/react-query'
import type { Me } from '@task-service/contract'
import { call } from '../api/call.ts'

export function useMe(): Me | undefined {
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await call('me.get', { signal })).body,
    staleTime: 5 * 60_000,
    retry: false,
  }).data
}
