// Who can be mentioned in a comment: the people who sign in here, and the agents that work or worked on the task.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useMe } from '#api/me.ts'
import { usePeople } from '#api/user-names.ts'
import type { Mention } from '#lib/mentions/mention-text.ts'
import { taskRunsQuery } from '../../runs/task-runs-query.ts'

export type Candidate = Mention & { kind: 'user' | 'agent' }

export function useCandidates({ id, delegate }: Pick<Task, 'id' | 'delegate'>): Candidate[] {
  const people = usePeople()
  const me = useMe()?.user.id
  const runs = useInfiniteQuery(taskRunsQuery(id)).data
  return useMemo(() => {
    const users = (people ?? []).filter((one) => !one.isDisabled && one.id !== me)
    const names = runs?.pages.flatMap(({ data }) => data.map(({ agent }) => agent)) ?? []
    const agents = new Set([...(delegate === null ? [] : [delegate]), ...names])
    return [
      ...users.map((one) => ({
        kind: 'user' as const,
        to: `user:${one.id}`,
        handle: one.username,
        name: one.name,
      })),
      ...[...agents].map((name) => ({
        kind: 'agent' as const,
        to: `agent:${name}`,
        handle: name,
        name,
      })),
    ]
  }, [people, me, runs, delegate])
}

const MOST = 8

/** Those whose names begin with what was typed come first. */
export function candidatesLike(all: readonly Candidate[], wanted: string): Candidate[] {
  const typed = wanted.toLocaleLowerCase()
  const rank = ({ handle, name }: Candidate) => {
    const words = [handle.toLocaleLowerCase(), name.toLocaleLowerCase()]
    if (words.some((word) => word.startsWith(typed))) return 0
    return words.some((word) => word.includes(typed)) ? 1 : 2
  }
  return all
    .map((one) => ({ one, at: rank(one) }))
    .filter(({ at }) => at < 2)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, MOST)
    .map(({ one }) => one)
}
