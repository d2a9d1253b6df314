// Who is signed in, and where. Without a response the dashboard still works; only the greeting is missing.
import { useQuery } from '@tanstack/react-query'
import type { Me } from '@task-service/contract'
import { call, uiBase } from './call.ts'

export function useMe(): Me | undefined {
  return useQuery({
    queryKey: ['me'],
    queryFn: async ({ signal }) => (await call('me.get', { signal })).body,
    staleTime: 5 * 60_000,
    retry: false,
  }).data
}

/** Where programs call the API of this tenant, without a slash at its end. */
export function useApiBase(): string {
  const apiBase = useMe()?.api_base
  return new URL(apiBase ?? '../api', uiBase).href
}
