// Tasks by number, ID, and parts of words in title, text, labels and fields: requested when the typing pauses. Each text has
// its own query, so a late response never replaces a newer one.
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { call } from '#api/call.ts'
import { isMissing, Problem } from '#api/problem.ts'
import { containsWords, matches, recordId, taskNumber } from './match.ts'
import type { SearchState } from './palette-item.ts'

const PAUSE_MS = 160
const MOST = 20
const MOST_KNOWN = 2_000
/** A text is requested again after this, such as when the palette is opened again. */
const FRESH_MS = 5_000

export type FoundTasks = {
  /** By number or ID. */
  exact: Task | undefined
  others: readonly Task[]
  state: SearchState
  retry: () => void
}

async function findOne(typed: string, signal: AbortSignal): Promise<Task | undefined> {
  const given = recordId(typed)
  const task = given?.prefix === 'tsk' ? given.id : taskNumber(typed)
  if (task === undefined) return undefined
  try {
    return (await call('tasks.get', { params: { task }, signal })).body
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function findTasks(typed: string, signal: AbortSignal) {
  const byWords = call('tasks.list', { query: { q: typed, limit: MOST }, signal })
  const [exact, { body }] = await Promise.all([findOne(typed, signal), byWords])
  return { exact, others: body.data.filter(({ id }) => id !== exact?.id) }
}

/** What is already on the screen is found at once. */
function findKnown(client: QueryClient, typed: string): Task[] {
  return client
    .getQueriesData<{ pages?: { data: Task[] }[] }>({ queryKey: ['tasks', 'list'] })
    .flatMap(([, list]) => list?.pages?.flatMap(({ data }) => data) ?? [])
    .slice(0, MOST_KNOWN)
    .filter(({ title, number }) => containsWords(typed, title, `T-${number}`))
    .slice(0, MOST)
}

function stateOf(error: unknown): SearchState {
  return error instanceof Problem && error.code === 'offline' ? 'offline' : 'failed'
}

export function useFoundTasks(given: string): FoundTasks {
  const client = useQueryClient()
  const typed = given.trim()
  const [wanted] = useDebouncedValue(typed, PAUSE_MS)
  const found = useQuery({
    queryKey: ['found tasks', wanted],
    queryFn: ({ signal }) => findTasks(wanted, signal),
    enabled: wanted !== '' && wanted === typed,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
    networkMode: 'always',
  })
  const retry = () => void found.refetch()
  if (typed === '') return { exact: undefined, others: [], state: 'idle', retry }
  const isCurrent = wanted === typed
  const data = isCurrent ? found.data : undefined
  const number = taskNumber(typed)
  const known = findKnown(client, typed).filter(
    (task) => task.id !== data?.exact?.id && (data?.exact || `T-${task.number}` !== number),
  )
  const others = [...(data?.others ?? []), ...known]
  return {
    exact: data?.exact ?? findKnown(client, typed).find((task) => `T-${task.number}` === number),
    others: [...new Map(others.map((task) => [task.id, task])).values()]
      .toSorted((a, b) => Number(inTitle(b, typed)) - Number(inTitle(a, typed)))
      .slice(0, MOST),
    state: isCurrent && found.isError ? stateOf(found.error) : data ? 'idle' : 'searching',
    retry,
  }
}

const inTitle = ({ title }: Task, typed: string): boolean => matches(typed, title)
