// People who may sign in, as the server knows them, and what can be done about them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { User } from '@task-service/contract'
import { call } from '#api/call.ts'
import { collectPages } from '#api/collect-pages.ts'

export const usersQuery = queryOptions({
  queryKey: ['users', 'list'],
  queryFn: ({ signal }): Promise<User[]> =>
    collectPages((query) => call('users.list', { query, signal })),
})

/** An action on a user, after which the list is refetched. */
export function useUserAct<Given, Result>(act: (given: Given) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['users'] })
      await client.invalidateQueries({ queryKey: ['me'] })
    },
  })
}

/** The address of a link, wherever the dashboard is mounted. */
export function linkOf(path: string): string {
  return new URL(path, window.location.origin).href
}
