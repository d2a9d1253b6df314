// One's own inbox as the screen shows it: what was decided or finished while it is selected stays until another is.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { InboxCounts, Notification } from '@task-service/contract'
import { type Box, type Filter, kindsOf } from './inbox-lists.ts'
import { inboxCountsQuery, inboxQuery } from './inbox-queries.ts'

export type OwnInbox = {
  items: readonly Notification[]
  counts: InboxCounts | undefined
  isPending: boolean
  error: Error | null
  retry: () => void
  more: { exist: boolean; isLoading: boolean; load: () => void }
}

export function useOwnInbox(box: Box, filter: Filter): OwnInbox {
  const list = useInfiniteQuery(inboxQuery(box, filter))
  const counts = useQuery(inboxCountsQuery).data
  return {
    items: list.data?.pages.flatMap(({ data }) => data) ?? [],
    counts,
    isPending: list.isPending,
    error: list.error,
    retry: () => void list.refetch(),
    more: {
      exist: list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      load: () => void list.fetchNextPage(),
    },
  }
}

/** Unread items of a filter. */
export function countOf(counts: InboxCounts | undefined, filter: Filter): number | undefined {
  const kinds = kindsOf[filter]
  if (!counts || !kinds) return counts?.unread
  return kinds.reduce((sum, kind) => sum + (counts.by_kind[kind] ?? 0), 0)
}

/** What selects an item: the question or approval that it is about, or the item itself. */
export function keyOf({ id, kind, subject_id: subject }: Notification): string {
  return (kind === 'question' || kind === 'approval') && subject !== null ? subject : id
}
