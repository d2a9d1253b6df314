// The names of providers, such as Redmine for `redmine`.
import { useQuery } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useCallback } from 'react'
import { providersQuery } from './integration-queries.ts'

/** Empty until the names are loaded; the ID if the provider is no longer installed. */
export function useProviderNames(): (integration: Pick<Integration, 'provider'>) => string {
  const { data, isPending } = useQuery(providersQuery)
  return useCallback(
    ({ provider }) => data?.find(({ id }) => id === provider)?.name ?? (isPending ? '' : provider),
    [data, isPending],
  )
}
