// The facts of this installation.
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: async ({ signal }) => (await call('system.info', { signal })).body,
})
