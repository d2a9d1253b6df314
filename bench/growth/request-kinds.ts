// The reads whose speed is followed as data grows: each filter and each order of a list alone, and what people combine.
import { listOf, type RequestKind, taskId } from '../lib/by-size/request-kind.ts'

const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The first page of everything: what the claim is about. */
export const listKind: RequestKind = {
  name: 'list',
  subject: 'tenant',
  path: () => '/api/tasks?limit=50',
}

export function otherKinds(): RequestKind[] {
  return [
    { name: 'get', subject: 'task', path: ({ sample }) => `/api/tasks/${taskId(sample?.id)}` },
    {
      name: 'list, second page',
      subject: 'page',
      path: ({ cursor = '' }) => `/api/tasks?limit=50&cursor=${encodeURIComponent(cursor)}`,
    },
    listOf('status', { status: 'ready' }),
    listOf('priority', { priority: 'high' }),
    listOf('queue', { queue: 'support' }),
    listOf('label', { label: 'bug' }),
    listOf('assignee', { assignee: 'mara.klein' }),
    listOf('delegate', { delegate: 'triage-agent' }),
    listOf('source', { source: 'github' }),
    {
      name: 'parent',
      subject: 'child',
      path: ({ sample }) => `/api/tasks?limit=50&parent=${taskId(sample?.parentId)}`,
    },
    listOf('created range', { created_since: daysFromNow(-60), created_before: daysFromNow(-30) }),
    listOf('updated range', { updated_since: daysFromNow(-60), updated_before: daysFromNow(-30) }),
    listOf('due range', { due_since: daysFromNow(-30), due_before: daysFromNow(0) }),
    listOf('q, common word', { q: 'customer' }),
    {
      name: 'q, rare word',
      subject: 'task',
      path: ({ sample }) => `/api/tasks?limit=50&q=${sample?.rareWord}`,
    },
    listOf('q and status', { q: 'customer', status: 'ready' }),
    listOf('sort by update', { sort: '-updated_at' }),
    listOf('sort by priority', { sort: 'priority' }),
    listOf('sort by due date', { sort: 'due_at' }),
  ]
}
