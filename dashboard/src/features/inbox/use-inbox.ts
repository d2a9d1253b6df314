// What the list of questions shows, by filter: open questions, and the closed ones below as soon as all open ones are loaded.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Question } from '@task-service/contract'
import { useMemo } from 'react'
import { CLOSED_STATES, questionListQuery } from './question-queries.ts'

export const FILTERS = ['all', 'open', 'answered'] as const
export type InboxFilter = (typeof FILTERS)[number]

export type Inbox = {
  open: readonly Question[]
  closed: readonly Question[]
  /** Both, in the order in which they are shown. */
  questions: readonly Question[]
  isPending: boolean
  error: Error | null
  retry: () => void
  more: { exist: boolean; isLoading: boolean; load: () => void }
}

const none: readonly Question[] = []

export function useInbox(filter: InboxFilter): Inbox {
  const opened = useInfiniteQuery({
    ...questionListQuery(['open']),
    enabled: filter !== 'answered',
  })
  const states = filter === 'answered' ? (['answered'] as const) : CLOSED_STATES
  const done = useInfiniteQuery({ ...questionListQuery(states), enabled: filter !== 'open' })
  const open = useMemo(
    () => (filter === 'answered' ? none : (opened.data?.pages.flatMap(({ data }) => data) ?? none)),
    [filter, opened.data],
  )
  const isOpenWhole = filter === 'answered' || (opened.isSuccess && !opened.hasNextPage)
  const closed = useMemo(
    () =>
      filter !== 'open' && isOpenWhole
        ? (done.data?.pages.flatMap(({ data }) => data) ?? none)
        : none,
    [filter, isOpenWhole, done.data],
  )
  const questions = useMemo(() => {
    // While one list is loaded again and the other is not yet, a question may be in both.
    const known = new Set(open.map(({ id }) => id))
    return [...open, ...closed.filter(({ id }) => !known.has(id))]
  }, [open, closed])
  const next = isOpenWhole ? done : opened
  const shown = filter === 'all' ? [opened, done] : [filter === 'open' ? opened : done]
  return {
    open,
    closed: questions.slice(open.length),
    questions,
    isPending: shown.some((one) => one.isPending),
    error: shown.find((one) => one.isError)?.error ?? null,
    retry: () => {
      for (const one of shown) void one.refetch()
    },
    more: {
      exist: shown.includes(next) && next.hasNextPage,
      isLoading: next.isFetchingNextPage,
      load: () => void next.fetchNextPage(),
    },
  }
}
