// How much needs a person, by place. Nothing else is counted in the navigation.
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { OPEN_STATUSES as OPEN } from '../tasks/data/status-moves.ts'
import { useMe } from './me.ts'
import type { BadgeName } from './places.ts'

const MOST = 99

export type Badges = Partial<Record<BadgeName, number>>

export function useBadges(): Badges {
  const assignee = useMe()?.user.username
  const query = { assignee: assignee ?? '', status: [...OPEN] }
  const mine = useQuery({
    queryKey: ['tasks', 'counts', 'mine', query],
    queryFn: async ({ signal }) => (await call('tasks.counts', { query, signal })).body.total,
    enabled: assignee !== undefined,
  }).data
  return { ...(mine !== undefined && { myOpenTasks: mine }) }
}

export function printBadge(count: number): string {
  return count > MOST ? `${MOST}+` : String(count)
}
