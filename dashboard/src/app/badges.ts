// How much needs a person, by place. Nothing else is counted in the navigation.
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useMe } from './me.ts'
import type { BadgeName } from './places.ts'

const OPEN = ['triage', 'ready', 'in_progress', 'input_required', 'in_review'] as const
const MOST = 99

export type Badges = Partial<Record<BadgeName, number>>

export function useBadges(): Badges {
  const assignee = useMe()?.user.username
  const mine = useQuery({
    queryKey: ['tasks', 'counts', { assignee, status: OPEN }],
    queryFn: async ({ signal }) => {
      const query = { assignee: assignee ?? '', status: [...OPEN], limit: MOST + 1 }
      return (await call('tasks.list', { query, signal })).body?.data.length ?? 0
    },
    enabled: assignee !== undefined,
  }).data
  return { ...(mine !== undefined && { myOpenTasks: mine }) }
}

export function printBadge(count: number): string {
  return count > MOST ? `${MOST}+` : String(count)
}
