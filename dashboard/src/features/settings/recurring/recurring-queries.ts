// Schedules as the server knows them, and what can be done about them and their templates.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Schedule } from '@task-service/contract'
import { call } from '#api/call.ts'
import { collectPages } from '#api/collect-pages.ts'

export const schedulesQuery = queryOptions({
  queryKey: ['schedules', 'list'],
  queryFn: ({ signal }): Promise<Schedule[]> =>
    collectPages((query) => call('schedules.list', { query, signal })),
  // Occurrences pass while the page is open.
  refetchInterval: 60_000,
})

export const timeZoneQuery = queryOptions({
  queryKey: ['settings', 'time zone'],
  queryFn: async ({ signal }) => (await call('settings.get', { signal })).body.time_zone,
})

/** An action, after which both lists are refetched. */
export function useRecurringAct<Given, Result>(act: (given: Given) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['schedules'] }),
        client.invalidateQueries({ queryKey: ['templates'] }),
      ])
    },
  })
}
