// What people call the place a task came from: what it says itself, or the name of the integration that brought it.
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'

/** Names hardly ever change. */
const FRESH_MS = 5 * 60_000

export type Sourced = Pick<Task, 'source' | 'origin'>

/** The ID of one that was deleted is all there is. */
export function useIntegrationNames(): (id: string) => string {
  const { data } = useQuery({ ...integrationsQuery, refetchInterval: false, staleTime: FRESH_MS })
  return useCallback((id) => data?.find((one) => one.id === id)?.name ?? id, [data])
}

export function useSourceNames(): (task: Sourced) => string {
  const { t } = useTranslation('tasks')
  const { data } = useQuery({ ...integrationsQuery, refetchInterval: false, staleTime: FRESH_MS })
  return useCallback(
    ({ source, origin }) =>
      source ??
      data?.find(({ id }) => id === origin.integration_id)?.name ??
      t(`origin.${origin.kind}`),
    [data, t],
  )
}
