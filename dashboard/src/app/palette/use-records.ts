// Everything else that has a name: people, integrations, webhooks, connectors, agents, queues and saved views. The lists
// are those of their screens, requested when something is typed, and not polled.
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { agentsQuery } from '#features/agents/agent-queries.ts'
import { connectorsQuery } from '#features/connectors/connector-queries.ts'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { queuesQuery } from '#features/queues/queue-queries.ts'
import { usersQuery } from '#features/settings/users/user-queries.ts'
import { writeSearch } from '#features/tasks/data/task-search.ts'
import { viewsQuery } from '#features/tasks/views/use-views.ts'
import { fromView } from '#features/tasks/views/view-search.ts'
import { webhooksQuery } from '#features/webhooks/webhook-queries.ts'
import { targetOf } from '#lib/target.ts'
import { containsWords, recordId } from './match.ts'
import type { Recent, RecordKind, SearchState } from './palette-item.ts'

const FRESH_MS = 30_000

/** `id` is its public ID, where it has one. */
export type FoundRecord = Recent & { kind: RecordKind; id: string; words: string }

export type FoundRecords = {
  /** By ID. */
  exact: FoundRecord | undefined
  of: (kinds: readonly RecordKind[], most: number) => FoundRecord[]
  state: SearchState
  retry: () => void
}

function useList<Item, Key extends readonly unknown[]>(
  query: UseQueryOptions<Item[], Error, Item[], Key>,
  isWanted: boolean,
) {
  return useQuery({
    ...query,
    enabled: isWanted,
    staleTime: FRESH_MS,
    refetchInterval: false,
    retry: false,
    networkMode: 'always',
  })
}

export function useRecords(typed: string): FoundRecords {
  const isWanted = typed.trim() !== ''
  const people = useList(usersQuery, isWanted)
  const integrations = useList(integrationsQuery, isWanted)
  const webhooks = useList(webhooksQuery, isWanted)
  const connectors = useList(connectorsQuery, isWanted)
  const agents = useList(agentsQuery, isWanted)
  const queues = useList(queuesQuery, isWanted)
  const views = useList(viewsQuery, isWanted)
  const lists = [people, integrations, webhooks, connectors, agents, queues, views]
  const all: FoundRecord[] = !isWanted
    ? []
    : [
        ...(people.data ?? []).map(({ id, name, username }) => ({
          ...record('person', id, name || username, '/settings/users', `${name} ${username}`),
          note: name ? username : undefined,
        })),
        ...(integrations.data ?? []).map(({ id, name, provider }) => ({
          ...record('integration', id, name, `/integrations/${id}`, `${name} ${provider}`),
          note: provider,
        })),
        ...(webhooks.data ?? []).map(({ id, url, description }) => ({
          ...record('webhook', id, description || targetOf(url), `/webhooks/${id}`),
          words: `${description} ${url}`,
          note: description ? targetOf(url) : undefined,
        })),
        ...(connectors.data ?? []).map(({ id, name }) =>
          record('connector', id, name, `/connectors/${id}`),
        ),
        ...(agents.data ?? []).map(({ id, name, description }) => ({
          ...record('agent', id, name, `/agents/${encodeURIComponent(name)}`),
          words: `${name} ${description}`,
          note: description || undefined,
        })),
        ...(queues.data ?? []).map(({ name }) => ({
          ...record('queue', '', name, '/queues'),
          search: { queue: name },
        })),
        ...(views.data ?? []).map((view) => ({
          ...record('view', view.id, view.name, view.kind === 'board' ? '/board' : '/tasks'),
          search: { ...writeSearch(fromView(view).search) },
        })),
      ]
  const given = recordId(typed)
  const found = given ? [] : all.filter(({ words }) => containsWords(typed.trim(), words))
  return {
    exact: given && all.find(({ id }) => id === given.id),
    of: (kinds, most) => found.filter(({ kind }) => kinds.includes(kind)).slice(0, most),
    state: !isWanted
      ? 'idle'
      : lists.some(({ isError }) => isError)
        ? 'failed'
        : lists.some(({ isPending }) => isPending)
          ? 'searching'
          : 'idle',
    retry: () => {
      for (const list of lists) if (list.isError) void list.refetch()
    },
  }
}

function record(
  kind: RecordKind,
  id: string,
  label: string,
  path: string,
  words = label,
): FoundRecord {
  return { kind, id, label, path, words }
}
