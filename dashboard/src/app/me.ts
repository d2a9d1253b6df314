// Who is signed in, and where. Without an answer the dashboard still works; it only greets nobody.
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../api/call.ts'
import { readProblem } from '../api/problem.ts'

export type Me = {
  user: { id: string; username: string; name: string; must_change_password: boolean }
  tenant: { slug: string; name: string }
  version: string
  api_base: string
}

async function readMe({ signal }: { signal: AbortSignal }): Promise<Me> {
  const headers = { accept: 'application/json', 'x-ts-csrf': '1' }
  const response = await fetch(addressOf('/me'), { headers, signal })
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as Me // the contract of the dashboard's door
}

export function useMe(): Me | undefined {
  return useQuery({ queryKey: ['me'], queryFn: readMe, staleTime: 5 * 60_000, retry: false }).data
}
