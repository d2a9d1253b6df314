// The entries of the audit log, page by page.
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type AuditChoice, queryOf } from './audit-filter.ts'

const PAGE = 50

export function useAudit(choice: AuditChoice) {
  return useInfiniteQuery({
    queryKey: ['audit', choice],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { body } = await call('audit.list', {
        query: {
          limit: PAGE,
          ...(pageParam !== undefined && { cursor: pageParam }),
          ...queryOf(choice),
        },
        signal,
      })
      return body
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}
