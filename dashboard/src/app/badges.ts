// What needs attention, per page. Nothing else is counted in the navigation.
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { useMe } from '#api/me.ts'
import { needsAttention as connectorNeedsAttention } from '#features/connectors/needs-attention.ts'
import { inboxCountsQuery } from '#features/inbox/own/inbox-queries.ts'
import { needsAttention as integrationNeedsAttention } from '#features/integrations/needs-attention.ts'
import { OPEN_STATUSES as OPEN } from '#features/tasks/data/status-moves.ts'
import { needsAttention as webhookNeedsAttention } from '#features/webhooks/needs-attention.ts'
import type { BadgeName } from './places.ts'

const MOST = 99

export type Badges = Partial<Record<BadgeName, number>>

/** Older failures are not counted. */
const LATELY_MS = 24 * 3_600_000
const EVERY_MS = 60_000

export function useBadges(): Badges {
  const unread = useQuery(inboxCountsQuery).data?.unread
  const mine = useMyOpenTasks()
  const failed = useFailedDeliveries()
  const integrations = useIntegrationsNeedAttention()
  const connectors = useConnectorsNeedAttention()
  const webhooks = useWebhooksNeedAttention()
  return {
    ...(unread !== undefined && { inboxUnread: unread }),
    ...(mine !== undefined && { myOpenTasks: mine }),
    ...(failed !== undefined && { failedDeliveries: failed }),
    ...(integrations !== undefined && { integrationsNeedAttention: integrations }),
    ...(connectors !== undefined && { connectorsNeedAttention: connectors }),
    ...(webhooks !== undefined && { webhooksNeedAttention: webhooks }),
  }
}

function useMyOpenTasks(): number | undefined {
  const assignee = useMe()?.user.username
  const query = { assignee: assignee ?? '', status: [...OPEN], up_to: MOST + 1 }
  return useQuery({
    queryKey: ['tasks', 'counts', 'mine', query],
    queryFn: async ({ signal }) => (await call('tasks.counts', { query, signal })).body.total,
    enabled: assignee !== undefined,
  }).data
}

function useFailedDeliveries(): number | undefined {
  return useQuery({
    queryKey: ['deliveries', 'failed lately'],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - LATELY_MS).toISOString()
      const query = { status: ['failed' as const], since, limit: MOST + 1 }
      return (await call('deliveries.log', { query, signal })).body.data.length
    },
    refetchInterval: EVERY_MS,
  }).data
}

function useIntegrationsNeedAttention(): number | undefined {
  return useQuery({
    queryKey: ['integrations', 'needs attention'],
    queryFn: async ({ signal }) => {
      const { data } = (await call('integrations.list', { query: { limit: MOST + 1 }, signal }))
        .body
      return data.filter((one) => integrationNeedsAttention(one)).length
    },
    refetchInterval: EVERY_MS,
  }).data
}

function useConnectorsNeedAttention(): number | undefined {
  return useQuery({
    queryKey: ['connectors', 'needs attention'],
    queryFn: async ({ signal }) => {
      const { data } = (await call('connectors.list', { query: { limit: MOST + 1 }, signal })).body
      return data.filter((one) => connectorNeedsAttention(one)).length
    },
    refetchInterval: EVERY_MS,
  }).data
}

function useWebhooksNeedAttention(): number | undefined {
  return useQuery({
    queryKey: ['webhooks', 'needs attention'],
    queryFn: async ({ signal }) => {
      const { data } = (await call('webhooks.list', { query: { limit: MOST + 1 }, signal })).body
      return data.filter((one) => webhookNeedsAttention(one)).length
    },
    refetchInterval: EVERY_MS,
  }).data
}

export function printBadge(count: number): string {
  return count > MOST ? `${MOST}+` : String(count)
}
