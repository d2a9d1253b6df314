// What happened to a task and what was said about it.
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'

const MOST = 100

export function useActivity(taskId: string) {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: ['tasks', 'activity', taskId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: MOST, ...(pageParam && { cursor: pageParam }) }
      return (await call('tasks.activity', { params: { task: taskId }, query, signal })).body
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  return { ...rest, activity: data?.pages.flatMap((page) => page.data) ?? [] }
}

export function useComments(taskId: string) {
  const { data, ...rest } = useInfiniteQuery({
    queryKey: ['tasks', 'comments', taskId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: MOST, ...(pageParam && { cursor: pageParam }) }
      return (await call('comments.list', { params: { task: taskId }, query, signal })).body
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
  return { ...rest, comments: data?.pages.flatMap((page) => page.data) ?? [] }
}
