// The values tasks already have in a field: what a picker offers.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { TaskFacetsQuery } from '@task-service/contract'
import { call } from '#api/call.ts'

export function useFacets(field: TaskFacetsQuery['field'], prefix: string): readonly string[] {
  const typed = prefix.trim()
  const query = { field, ...(typed && { prefix: typed }) }
  const { data } = useQuery({
    queryKey: ['tasks', 'facets', query],
    queryFn: async ({ signal }) => (await call('tasks.facets', { query, signal })).body,
    placeholderData: keepPreviousData,
  })
  return data?.data.map(({ value }) => value) ?? []
}
