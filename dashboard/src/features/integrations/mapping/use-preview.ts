// The result of a mapping for real items, with the suggested values.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Integration, Mapping } from '@task-service/contract'
import { call } from '#api/call.ts'

/** @param mapping one that is not saved yet */
export function usePreview(integration: Integration, mapping?: Mapping) {
  return useQuery({
    queryKey: ['integrations', 'preview', integration.id, integration.version, mapping ?? null],
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (
        await call('integrations.preview', {
          params: { integration: integration.id },
          body: mapping ? { mapping } : {},
          signal,
        })
      ).body,
  })
}
