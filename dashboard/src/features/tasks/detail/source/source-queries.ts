// The links of a task to external items, and what is written there.
import { queryOptions } from '@tanstack/react-query'
import type { Link, WriteBack } from '@task-service/contract'
import { call } from '#api/call.ts'

const BUSY_EVERY_MS = 2_000
const EVERY_MS = 15_000

/** Also that of the tab with the links. */
export const taskLinksQuery = (task: string) =>
  queryOptions({
    queryKey: ['integrations', 'links', task],
    refetchInterval: EVERY_MS,
    queryFn: async ({ signal }): Promise<Link[]> =>
      (await call('links.list', { query: { task }, signal })).body.data,
  })

const isOpen = ({ state }: WriteBack) => state === 'planned' || state === 'sent'

export const taskWritesQuery = (task: string) =>
  queryOptions({
    queryKey: ['integrations', 'writes of task', task],
    queryFn: async ({ signal }): Promise<WriteBack[]> =>
      (await call('write_backs.list', { query: { task, limit: 20 }, signal })).body.data,
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? BUSY_EVERY_MS : EVERY_MS),
  })
