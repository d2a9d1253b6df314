// The people who sign in here: their names, for what they did and said, and for mentioning them.
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from './call.ts'
import { collectPages } from './collect-pages.ts'

export type Person = { id: string; username: string; name: string; isDisabled: boolean }

const peopleQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: async ({ signal }): Promise<Person[]> => {
    const users = await collectPages((query) => call('users.list', { query, signal }))
    return users.map(({ id, username, name, disabled_at: at }) => ({
      id,
      username,
      name: name || username,
      isDisabled: at !== null,
    }))
  },
  staleTime: 5 * 60_000,
  retry: false,
})

/** Undefined until they are known. */
export function usePeople(): readonly Person[] | undefined {
  return useQuery(peopleQuery).data
}

const toNames = (people: readonly Person[]): Record<string, string> =>
  Object.fromEntries(people.map(({ id, name }) => [id, name]))

/** By the id of the user; empty until they are known. */
export function useUserNames(): Readonly<Record<string, string>> {
  return useQuery({ ...peopleQuery, select: toNames }).data ?? {}
}
