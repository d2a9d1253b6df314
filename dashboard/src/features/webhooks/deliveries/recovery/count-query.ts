// How many deliveries a recovery would send, asked before it sends any.
import { queryOptions } from '@tanstack/react-query'
import type { Webhook } from '@task-service/contract'
import { call } from '#api/call.ts'

export type Only = 'failed' | 'missing'
export type Wanted = { since: string; only: Only }

export const countQuery = (webhook: Webhook | undefined, wanted: Wanted) =>
  queryOptions({
    queryKey: ['deliveries', 'recovery', webhook?.id, wanted],
    enabled: webhook?.enabled === true,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call('webhooks.recover', {
          params: { webhook: webhook?.id ?? '' },
          body: { ...wanted, dry_run: true },
          signal,
        })
      ).body,
  })
