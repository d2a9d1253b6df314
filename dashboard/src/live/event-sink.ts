// Takes events into the answers that are kept. What arrives in one moment is taken in at once, so that a burst costs
// one drawing of the screen.
import type { Query, QueryClient } from '@tanstack/react-query'
import type { EventEnvelope, Task } from '@task-service/contract'
import { sortEvents } from './sort-events.ts'

const MOMENT_MS = 80
/** What is counted or derived is asked again, not more often than this. */
const DERIVED_MS = 2_000
const derived = [
  'stats',
  'deliveries',
  'integrations',
  'webhooks',
  'connectors',
  'audit',
  'agents',
  'runs',
  'questions',
  'approvals',
  'queues',
  'inbox',
]
/** The inbox follows its cause by up to a quarter of a second, and its badge should change at once. */
const INBOX_MS = 500
const REACHES_INBOX = /^(comment\.(created|updated)|(question|approval)\..+|task\.failed)$/
/** Those take in a task by themselves. */
const patched = new Set<unknown>(['list', 'one', 'counts'])

/** The functions that change every copy of a task on the screen; passed in, because they belong to a feature. */
export type TaskCache = {
  applyTasks: (client: QueryClient, tasks: readonly Task[], coming: 'live') => void
  forgetTasks: (client: QueryClient, ids: ReadonlySet<string>) => void
  refreshTasks: (client: QueryClient) => void
}

export type EventSink = {
  add: (events: readonly EventEnvelope[]) => void
  gap: (before: Date) => void
}

export function createEventSink(
  client: QueryClient,
  cache: TaskCache,
  tell: (event: EventEnvelope) => void,
): EventSink {
  let waiting: EventEnvelope[] = []
  const takeIn = inAMoment(MOMENT_MS, () => {
    const events = waiting
    waiting = []
    take(client, cache, events)
    for (const event of events) tell(event)
  })
  const askDerived = inAMoment(DERIVED_MS, () => {
    for (const first of derived) void client.invalidateQueries({ queryKey: [first] })
  })
  const askInbox = inAMoment(INBOX_MS, () => void client.invalidateQueries({ queryKey: ['inbox'] }))
  return {
    add: (events) => {
      waiting.push(...events)
      takeIn()
      askDerived()
      if (events.some(reachesInbox)) askInbox()
    },
    gap: (before) => fillGap(client, cache, before),
  }
}

/** It may; whose inbox it is, only the server knows. */
function reachesInbox({ type, changed, data }: EventEnvelope): boolean {
  if (type === 'task.created') return data['assignee'] !== null
  return REACHES_INBOX.test(type) || (changed ?? []).includes('assignee')
}

function inAMoment(ms: number, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      run()
    }, ms)
  }
}

function take(client: QueryClient, cache: TaskCache, events: readonly EventEnvelope[]): void {
  const { tasks, deleted, touched } = sortEvents(events)
  cache.applyTasks(client, tasks, 'live')
  if (deleted.size > 0) {
    cache.forgetTasks(client, deleted)
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === 'one' && concerns(queryKey, deleted),
    })
  }
  // Comments name their task by its id, and a screen may know it as T-142.
  for (const [key, task] of client.getQueriesData<Task>({ queryKey: ['tasks', 'one'] })) {
    if (task && touched.has(task.id)) touched.add(String(key[2]))
  }
  void client.invalidateQueries({
    predicate: ({ queryKey }) => !patched.has(queryKey[1]) && concerns(queryKey, touched),
  })
}

/** Whether the key of an answer names one of these tasks, by id or as T-142. */
function concerns(key: readonly unknown[], names: ReadonlySet<string>): boolean {
  return key[0] === 'tasks' && key.some((part) => typeof part === 'string' && names.has(part))
}

/** Answers from before the feed began, or from before it lost its place, may lack something. */
function fillGap(client: QueryClient, cache: TaskCache, before: Date): void {
  const isOlder = ({ state: { dataUpdatedAt } }: Query): boolean =>
    dataUpdatedAt > 0 && dataUpdatedAt <= before.getTime()
  if (
    client
      .getQueryCache()
      .findAll({ queryKey: ['tasks'] })
      .some(isOlder)
  )
    cache.refreshTasks(client)
  void client.invalidateQueries({
    predicate: (query) =>
      query.queryKey[0] !== 'me' && query.queryKey[0] !== 'tasks' && isOlder(query),
  })
}
