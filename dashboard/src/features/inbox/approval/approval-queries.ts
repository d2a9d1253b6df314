// Reads approvals: lists by state, one by its ID, and those of a task.
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Approval, ApprovalState } from '@task-service/contract'
import { call } from '#api/call.ts'

const PAGE = 50
const OF_TASK = 100

/** Decided, or nothing left to decide. */
export const CLOSED_APPROVALS = [
  'approved',
  'spent',
  'rejected',
  'stale',
  'withdrawn',
] as const satisfies readonly ApprovalState[]

export const approvalListQuery = (state: readonly ApprovalState[]) =>
  infiniteQueryOptions({
    queryKey: ['approvals', 'list', state],
    queryFn: async ({ pageParam, signal }) => {
      const query = { state: [...state], limit: PAGE, ...(pageParam && { cursor: pageParam }) }
      return (await call('approvals.list', { query, signal })).body
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })

export const approvalKey = (id: string) => ['approvals', 'one', id] as const

export const approvalQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: approvalKey(id),
    queryFn: async ({ signal }) =>
      (await call('approvals.get', { params: { approval: id }, signal })).body,
    placeholderData: () => findListed(client, id),
  })

/** Those of one task, newest first. */
export const taskApprovalsQuery = (taskId: string) =>
  queryOptions({
    queryKey: ['approvals', 'task', taskId],
    queryFn: async ({ signal }) =>
      (await call('approvals.list', { query: { task: taskId, limit: OF_TASK }, signal })).body.data,
  })

type Pages = { pages: { data: Approval[] }[] }

function findListed(client: QueryClient, id: string): Approval | undefined {
  return client
    .getQueriesData<Pages>({ queryKey: ['approvals', 'list'] })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
    .find((approval) => approval.id === id)
}
