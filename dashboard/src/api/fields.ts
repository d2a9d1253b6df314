// The custom fields of the workspace, for every screen that shows tasks.
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Field } from '@task-service/contract'
import { call } from './call.ts'

/** More than there can be. */
const MOST = 200

export const fieldsQuery = queryOptions({
  queryKey: ['fields', 'list'],
  queryFn: async ({ signal }): Promise<Field[]> =>
    (await call('fields.list', { query: { limit: MOST }, signal })).body.data,
  staleTime: 60_000,
})

const NONE: readonly Field[] = []

/** With archived ones; empty until they are known. */
export function useFields(isNeeded = true): readonly Field[] {
  return useQuery({ ...fieldsQuery, enabled: isNeeded }).data ?? NONE
}

export function isOpenField({ archived_at: archivedAt }: Field): boolean {
  return archivedAt === null
}
