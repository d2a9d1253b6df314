// Tasks by their words or their number, asked when the typing pauses.
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { call } from '#api/call.ts'
import { Problem } from '#api/problem.ts'
import { matches, taskNumber } from './match.ts'

const PAUSE_MS = 160
const MOST = 8
const MOST_KNOWN = 2_000

async function findTasks(typed: string, signal: AbortSignal): Promise<Task[]> {
  const byWords = call('tasks.list', { query: { q: typed, limit: MOST }, signal })
  const byNumber = findByNumber(typed, signal)
  const found = [...(await byNumber), ...(await byWords).body.data]
  return [...new Map(found.map((task) => [task.id, task])).values()]
}

async function findByNumber(typed: string, signal: AbortSignal): Promise<Task[]> {
  const task = taskNumber(typed)
  if (task === undefined) return []
  try {
    return [(await call('tasks.get', { params: { task }, signal })).body]
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return []
    throw error
  }
}

/** What is already on the screen is found by the beginnings of words too, and at once. */
function findKnown(client: QueryClient, typed: string): Task[] {
  return client
    .getQueriesData<{ pages?: { data: Task[] }[] }>({ queryKey: ['tasks', 'list'] })
    .flatMap(([, list]) => list?.pages?.flatMap(({ data }) => data) ?? [])
    .slice(0, MOST_KNOWN)
    .filter(({ title, number }) => matches(typed, title, `T-${number}`))
    .slice(0, MOST)
}

export function useFoundTasks(typed: string): readonly Task[] {
  const client = useQueryClient()
  const [wanted] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const { data } = useQuery({
    queryKey: ['tasks', 'found', wanted],
    queryFn: ({ signal }) => findTasks(wanted, signal),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  if (typed.trim() === '') return []
  const found = [...(data ?? []), ...findKnown(client, typed)]
  return [...new Map(found.map((task) => [task.id, task])).values()].slice(0, MOST)
}
