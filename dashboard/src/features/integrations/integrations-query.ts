// The integrations there are, and how often to ask: what runs is asked for often.
import { queryOptions } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { call } from '#api/call.ts'
import { collectPages } from '#api/collect-pages.ts'

const RUNNING_EVERY_MS = 1_500
export const IDLE_EVERY_MS = 10_000

export const paceOf = (isBusy: boolean): number => (isBusy ? RUNNING_EVERY_MS : IDLE_EVERY_MS)
export const isBusy = ({ now, counts }: Integration): boolean =>
  now !== null || counts.write_backs_open > 0

export const integrationsQuery = queryOptions({
  queryKey: ['integrations', 'list'],
  queryFn: ({ signal }): Promise<Integration[]> =>
    collectPages((query) => call('integrations.list', { query, signal })),
  refetchInterval: ({ state }) => paceOf(state.data?.some(isBusy) ?? false),
})
