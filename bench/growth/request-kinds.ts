// The reads whose speed is followed as data grows: each filter and each order of a list alone, and what people combine.

/** What a path is made of where it differs from task to task: an id, the id of a parent, a word only one task has. */
export type Sample = { tenantId: string; id: string; parentId: string | null; rareWord: string }

type Subject = 'tenant' | 'task' | 'child' | 'page'

export type RequestKind = {
  name: string
  /** What differs between two requests: the tenant only, a task, a task with a parent, a page to continue from. */
  subject: Subject
  /** `cursor` is that of the first page, where the subject is one. */
  path: (from: { sample?: Sample; cursor?: string }) => string
}

const DAY_MS = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

/** The first page of everything: what the claim is about. */
export const listKind: RequestKind = {
  name: 'list',
  subject: 'tenant',
  path: () => '/api/tasks?limit=50',
}

function list(name: string, query: Record<string, string>): RequestKind {
  const text = new URLSearchParams({ limit: '50', ...query }).toString()
  return { name, subject: 'tenant', path: () => `/api/tasks?${text}` }
}

export function otherKinds(): RequestKind[] {
  return [
    { name: 'get', subject: 'task', path: ({ sample }) => `/api/tasks/${taskId(sample?.id)}` },
    {
      name: 'list, second page',
      subject: 'page',
      path: ({ cursor = '' }) => `/api/tasks?limit=50&cursor=${encodeURIComponent(cursor)}`,
    },
    list('status', { status: 'ready' }),
    list('priority', { priority: 'high' }),
    list('queue', { queue: 'support' }),
    list('label', { label: 'bug' }),
    list('assignee', { assignee: 'mara.klein' }),
    list('delegate', { delegate: 'triage-agent' }),
    list('source', { source: 'github' }),
    {
      name: 'parent',
      subject: 'child',
      path: ({ sample }) => `/api/tasks?limit=50&parent=${taskId(sample?.parentId)}`,
    },
    list('created range', { created_since: daysFromNow(-60), created_before: daysFromNow(-30) }),
    list('updated range', { updated_since: daysFromNow(-60), updated_before: daysFromNow(-30) }),
    list('due range', { due_since: daysFromNow(-30), due_before: daysFromNow(0) }),
    list('q, common word', { q: 'customer' }),
    {
      name: 'q, rare word',
      subject: 'task',
      path: ({ sample }) => `/api/tasks?limit=50&q=${sample?.rareWord}`,
    },
    list('q and status', { q: 'customer', status: 'ready' }),
    list('sort by update', { sort: '-updated_at' }),
    list('sort by priority', { sort: 'priority' }),
    list('sort by due date', { sort: 'due_at' }),
  ]
}

function taskId(uuid: string | null | undefined): string {
  return `tsk_${uuid?.replaceAll('-', '')}`
}
