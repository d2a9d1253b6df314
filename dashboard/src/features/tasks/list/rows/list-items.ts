// The list as one row after the other: heads, tasks, and places of those still on their way.
import type { Task } from '@task-service/contract'

export type ListGroup = {
  key: string
  hasHead: boolean
  count: number | undefined
  isAtLeast: boolean
  tasks: readonly Task[]
  state: 'waiting' | 'ready' | 'failed'
  hasMore: boolean
  isCollapsed: boolean
  onMore: () => void
  onRetry: () => void
}

export type ListItem =
  | { kind: 'head'; key: string; group: ListGroup }
  | { kind: 'task'; key: string; task: Task }
  | { kind: 'waiting' | 'more' | 'failed'; key: string; group: ListGroup }

const PLACEHOLDERS = 8

function endOf(group: ListGroup): ListItem[] {
  const key = (what: string) => `${what}:${group.key}`
  if (group.state === 'failed') return [{ kind: 'failed', key: key('failed'), group }]
  if (group.state === 'waiting') {
    const length = Math.min(group.count ?? PLACEHOLDERS, PLACEHOLDERS)
    return Array.from({ length }, (_, index) => ({
      kind: 'waiting',
      key: key(`waiting${index}`),
      group,
    }))
  }
  return group.hasMore ? [{ kind: 'more', key: key('more'), group }] : []
}

export function itemsOf(groups: readonly ListGroup[]): ListItem[] {
  const met = new Set<string>()
  const isNew = ({ id }: Task) => !met.has(id) && Boolean(met.add(id))
  return groups.flatMap((group) => {
    const head: ListItem[] = group.hasHead
      ? [{ kind: 'head', key: `head:${group.key}`, group }]
      : []
    if (group.isCollapsed) return head
    // A task that moved while pages were read may stand on two of them.
    const rows = group.tasks.filter(isNew).map((task) => ({
      kind: 'task' as const,
      key: task.id,
      task,
    }))
    return [...head, ...rows, ...endOf(group)]
  })
}
