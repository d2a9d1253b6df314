// The entries of the audit log, page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type AuditChoice, queryOf } from './audit-filter.ts'

const PAGE = 50

/** A cursor is valid for its filter only, and the beginning of the last days moves: all pages have that of the first. */
type Next = { cursor: string; filter: ReturnType<typeof queryOf> }

export function useAudit(choice: AuditChoice) {
  return useInfiniteQuery({
    queryKey: ['audit', choice],
    initialPageParam: undefined as Next | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const filter = pageParam?.filter ?? queryOf(choice)
      const position = pageParam && { cursor: pageParam.cursor }
      const query = { limit: PAGE, ...position, ...filter }
      return { ...(await call('audit.list', { query, signal })).body, filter }
    },
    getNextPageParam: ({ next_cursor: cursor, filter }): Next | undefined =>
      cursor === null ? undefined : { cursor, filter },
  })
}
