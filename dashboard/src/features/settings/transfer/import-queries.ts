// Imports as the server knows them, and what can be done about them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Import } from '@task-service/contract'
import { call } from '#api/call.ts'

const SHOWN = 50
/** While one is running: its progress is the content of the screen. */
const POLL_MS = 1_000

export const isRunning = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'validating' || state === 'importing'

export const importsQuery = queryOptions({
  queryKey: ['imports'],
  queryFn: async ({ signal }): Promise<Import[]> =>
    (await call('imports.list', { query: { limit: SHOWN }, signal })).body.data,
  refetchInterval: ({ state: { data } }) => (data?.some(isRunning) ? POLL_MS : false),
})

export const customFieldsQuery = queryOptions({
  queryKey: ['fields', 'to import'],
  queryFn: async ({ signal }) =>
    (await call('fields.list', { query: { limit: 200 }, signal })).body.data.filter(
      ({ archived_at: at }) => at === null,
    ),
})

/** Names that the server does not accept as those of files are of no use to anyone. */
function nameOf({ name }: File): string {
  const safe = name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').trim()
  return /[\p{L}\p{N})]$/u.test(safe) ? safe.slice(-200) : 'import.csv'
}

export async function upload(file: File): Promise<Import> {
  const query = { name: nameOf(file) }
  return (await call('imports.create', { query, file, idempotencyKey: crypto.randomUUID() })).body
}

/** An action, after which the list is refetched. */
export function useImportAct<Given, Result>(act: (given: Given) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: ['imports'] }),
  })
}
