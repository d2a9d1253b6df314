// The e-mail digest of one's own inbox.
import { queryOptions } from '@tanstack/react-query'
import { call } from '#api/call.ts'

export const digestQuery = queryOptions({
  queryKey: ['digest'],
  queryFn: async ({ signal }) => (await call('digest.get', { signal })).body,
})
