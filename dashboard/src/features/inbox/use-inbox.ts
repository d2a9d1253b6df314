// What the inbox shows, by filter: what is open, and what is closed below as soon as all open items are loaded.
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { approvalListQuery, CLOSED_APPROVALS } from './approval/approval-queries.ts'
import type { InboxItem } from './inbox-item.ts'
import { mergeNewest } from './merge-newest.ts'
import { CLOSED_STATES, questionListQuery } from './question-queries.ts'

export const FILTERS = ['all', 'questions', 'approvals', 'closed'] as const
export type InboxFilter = (typeof FILTERS)[number]

export type Inbox = {
  open: readonly InboxItem[]
  closed: readonly InboxItem[]
  /** Both, in the order in which they are shown. */
  items: readonly InboxItem[]
  /** Open ones of each kind that are loaded, whatever the filter is. */
  counts: { questions: number; approvals: number }
  isPending: boolean
  error: Error | null
  retry: () => void
  more: { exist: boolean; isLoading: boolean; load: () => void }
}

type Listed = UseInfiniteQueryResult<InfiniteData<{ data: InboxItem[] }>>

const itemsOf = ({ data }: Listed): InboxItem[] => data?.pages.flatMap((page) => page.data) ?? []

export function useInbox(filter: InboxFilter): Inbox {
  const openQuestions: Listed = useInfiniteQuery(questionListQuery(['open']))
  const openApprovals: Listed = useInfiniteQuery(approvalListQuery(['open']))
  const closedQuestions: Listed = useInfiniteQuery({
    ...questionListQuery(CLOSED_STATES),
    enabled: filter !== 'approvals',
  })
  const closedApprovals: Listed = useInfiniteQuery({
    ...approvalListQuery(CLOSED_APPROVALS),
    enabled: filter !== 'questions',
  })
  const chosen = <T>(questions: T, approvals: T): T[] => [
    ...(filter === 'approvals' ? [] : [questions]),
    ...(filter === 'questions' ? [] : [approvals]),
  ]
  const opened = filter === 'closed' ? [] : chosen(openQuestions, openApprovals)
  const done = chosen(closedQuestions, closedApprovals)
  const { next, ...merged } = mergeAll(opened, done)
  const shown = [...opened, ...done]
  return {
    ...merged,
    counts: { questions: itemsOf(openQuestions).length, approvals: itemsOf(openApprovals).length },
    isPending: shown.some((one) => one.isPending),
    error: shown.find((one) => one.isError)?.error ?? null,
    retry: () => {
      for (const one of shown) void one.refetch()
    },
    more: {
      exist: next !== undefined,
      isLoading: next?.isFetchingNextPage ?? false,
      load: () => void next?.fetchNextPage(),
    },
  }
}

function mergeAll(opened: readonly Listed[], done: readonly Listed[]) {
  const open = merge(opened)
  const isWhole = open.next === undefined && opened.every(({ isSuccess }) => isSuccess)
  const rest = merge(isWhole ? done : [])
  // While one list is loaded again and the other is not yet, an item may be in both.
  const known = new Set(open.items.map(({ id }) => id))
  const closed = rest.items.filter(({ id }) => !known.has(id))
  const items = [...open.items, ...closed]
  return { open: open.items, closed, items, next: open.next ?? rest.next }
}

function merge(lists: readonly Listed[]) {
  const { items, next } = mergeNewest(
    lists.map((list) => ({ items: itemsOf(list), hasMore: list.hasNextPage })),
  )
  return { items, next: next === undefined ? undefined : lists[next] }
}
