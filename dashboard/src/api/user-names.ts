// The names of the people who sign in here, for what they did and said.
import { useQuery } from '@tanstack/react-query'
import { addressOf } from './call.ts'
import { readProblem } from './problem.ts'

const MOST = 200

type User = { id: string; username: string; name: string }

async function readNames({ signal }: { signal: AbortSignal }): Promise<Record<string, string>> {
  const headers = { accept: 'application/json', 'x-ts-csrf': '1' }
  const response = await fetch(addressOf(`/users?limit=${MOST}`), { headers, signal })
  if (!response.ok) throw await readProblem(response)
  const { data } = (await response.json()) as { data: User[] } // the contract of the dashboard
  return Object.fromEntries(data.map(({ id, name, username }) => [id, name || username]))
}

/** By the id of the user; empty until they are known. */
export function useUserNames(): Readonly<Record<string, string>> {
  const names = useQuery({
    queryKey: ['users', 'names'],
    queryFn: readNames,
    staleTime: 5 * 60_000,
    retry: false,
  })
  return names.data ?? {}
}
