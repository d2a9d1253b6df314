// The issue tracker of the demo: as much of the REST API of Redmine as the integration uses, in memory.

export type TrackerIssue = {
  id: number
  project: number
  subject: string
  description: string
  status: number
  priority: number
  assignee: number | null
  dueDate: string | null
  createdMs: number
  updatedMs: number
  notes: { id: number; text: string; author: number; atMs: number }[]
}

type Named = { id: number; name: string }

/** The demo connects the first; the second is for trying it. */
export const PROJECTS = [
  { id: 1, name: 'Customer portal', identifier: 'portal' },
  { id: 2, name: 'Warehouse', identifier: 'warehouse' },
] as const
export const TRACKER_KEY = 'demo-tracker-key'
/** The account that the integration uses. */
const SERVICE_ACCOUNT = 1
export const PEOPLE: readonly Named[] = [
  { id: SERVICE_ACCOUNT, name: 'Task Service' },
  { id: 2, name: 'Ida Marsh' },
  { id: 3, name: 'Jonas Weber' },
]
const STATUSES = [
  { id: 1, name: 'New', is_closed: false },
  { id: 2, name: 'In Progress', is_closed: false },
  { id: 3, name: 'Resolved', is_closed: true },
  { id: 4, name: 'Rejected', is_closed: true },
]
const PRIORITIES = [
  { id: 1, name: 'Low' },
  { id: 2, name: 'Normal' },
  { id: 3, name: 'High' },
  { id: 4, name: 'Urgent' },
]

export type Tracker = {
  issues: ReadonlyMap<number, TrackerIssue>
  add(issue: Partial<Omit<TrackerIssue, 'notes'>> & { subject: string }): TrackerIssue
  change(id: number, change: Partial<TrackerIssue>): void
  comment(id: number, author: number, text: string): void
  /** The response to a request of the integration. */
  answer(request: TrackerRequest): TrackerResponse
}

export type TrackerRequest = { method: string; url: URL; key: string | undefined; body: string }
export type TrackerResponse = { status: number; body?: object }

const nameOf = (named: readonly Named[], id: number): Named => {
  const { name } = named.find((one) => one.id === id) ?? { name: 'Unknown' }
  return { id, name }
}
/** Redmine counts in seconds. */
const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`

export function createTracker(): Tracker {
  const issues = new Map<number, TrackerIssue>()
  let lastId = 400
  let lastNote = 0
  const tracker: Tracker = {
    issues,
    add({ subject, ...given }) {
      const id = given.id ?? lastId + 1
      lastId = Math.max(lastId, id)
      const nowMs = Date.now()
      const issue: TrackerIssue = {
        id,
        project: 1,
        subject,
        description: '',
        status: 1,
        priority: 2,
        assignee: null,
        dueDate: null,
        createdMs: nowMs,
        updatedMs: nowMs,
        notes: [],
        ...given,
      }
      issues.set(id, issue)
      return issue
    },
    change(id, change) {
      const issue = issues.get(id)
      if (issue) Object.assign(issue, change, { updatedMs: Date.now() })
    },
    comment(id, author, text) {
      const issue = issues.get(id)
      issue?.notes.push({ id: ++lastNote, text, author, atMs: Date.now() })
      tracker.change(id, {})
    },
    answer: (request) => respond(tracker, request),
  }
  return tracker
}

function respond(tracker: Tracker, request: TrackerRequest): TrackerResponse {
  if (request.key !== TRACKER_KEY) return { status: 401 }
  const { pathname, searchParams } = request.url
  const [, id] = /\/issues\/(\d+)\.json$/.exec(pathname) ?? []
  if (id !== undefined) return respondIssue(tracker, request, Number(id))
  if (pathname.endsWith('/issues.json')) {
    return request.method === 'POST'
      ? create(tracker, request.body)
      : listIssues(tracker, searchParams)
  }
  const body = fixedPage(pathname)
  return body ? { status: 200, body } : { status: 404, body: { errors: ['Not found'] } }
}

function fixedPage(pathname: string): object | undefined {
  if (pathname.endsWith('/users/current.json')) {
    return {
      user: {
        id: SERVICE_ACCOUNT,
        login: 'task-service',
        firstname: 'Task',
        lastname: 'Service',
        admin: true,
      },
    }
  }
  if (pathname.endsWith('/projects.json')) return paged('projects', PROJECTS)
  const project = PROJECTS.find(({ identifier }) =>
    pathname.endsWith(`/projects/${identifier}.json`),
  )
  if (project) return { project: { ...project, status: 1 } }
  if (pathname.endsWith('/memberships.json')) {
    return paged(
      'memberships',
      PEOPLE.map((user) => ({ user })),
    )
  }
  if (pathname.endsWith('/issue_statuses.json')) return { issue_statuses: STATUSES }
  if (pathname.endsWith('/issue_priorities.json')) return { issue_priorities: PRIORITIES }
  if (pathname.endsWith('/custom_fields.json')) return { custom_fields: [] }
  return undefined
}

const paged = (name: string, rows: readonly object[]): object => ({
  [name]: rows,
  total_count: rows.length,
  offset: 0,
  limit: 100,
})

function respondIssue(tracker: Tracker, { method, body }: TrackerRequest, id: number) {
  const issue = tracker.issues.get(id)
  if (!issue) return { status: 404, body: { errors: ['Not found'] } }
  if (method !== 'PUT') return { status: 200, body: { issue: withNotes(issue) } }
  const { notes, ...change } = readBody(body)
  if (Object.keys(change).length > 0) tracker.change(id, change)
  if (notes !== undefined) tracker.comment(id, SERVICE_ACCOUNT, notes)
  return { status: 204 }
}

function create(tracker: Tracker, text: string): TrackerResponse {
  const { notes: _, subject = '', ...given } = readBody(text)
  return { status: 201, body: { issue: withNotes(tracker.add({ subject, ...given })) } }
}

type IssueBody = {
  issue?: {
    project_id?: string | number
    subject?: string
    description?: string
    status_id?: number
    priority_id?: number
    assigned_to_id?: number | ''
    due_date?: string
    notes?: string
  }
}

function readBody(text: string): Partial<Omit<TrackerIssue, 'notes'>> & { notes?: string } {
  const { issue = {} } = JSON.parse(text) as IssueBody // sent by the integration
  const { assigned_to_id: assignee, due_date: due } = issue
  const project = PROJECTS.find(({ identifier }) => identifier === issue.project_id)
  return {
    ...(project && { project: project.id }),
    ...(issue.subject !== undefined && { subject: issue.subject }),
    ...(issue.description !== undefined && { description: issue.description }),
    ...(issue.status_id !== undefined && { status: issue.status_id }),
    ...(issue.priority_id !== undefined && { priority: issue.priority_id }),
    ...(assignee !== undefined && { assignee: assignee === '' ? null : assignee }),
    ...(due !== undefined && { dueDate: due === '' ? null : due }),
    ...(issue.notes !== undefined && { notes: issue.notes }),
  }
}

function toRow(issue: TrackerIssue) {
  return {
    id: issue.id,
    project: nameOf(PROJECTS, issue.project),
    tracker: { id: 1, name: 'Bug' },
    status: nameOf(STATUSES, issue.status),
    priority: nameOf(PRIORITIES, issue.priority),
    author: nameOf(PEOPLE, 2),
    ...(issue.assignee !== null && { assigned_to: nameOf(PEOPLE, issue.assignee) }),
    subject: issue.subject,
    description: issue.description,
    due_date: issue.dueDate,
    created_on: timeOf(issue.createdMs),
    updated_on: timeOf(issue.updatedMs),
  }
}

function withNotes(issue: TrackerIssue) {
  const journals = issue.notes.map(({ id, text, author, atMs }) => ({
    id,
    notes: text,
    user: nameOf(PEOPLE, author),
    created_on: timeOf(atMs),
  }))
  return { ...toRow(issue), journals, allowed_statuses: STATUSES }
}

function listIssues({ issues }: Tracker, query: URLSearchParams): TrackerResponse {
  const rows = [...issues.values()].map(toRow).filter((row) => matches(row, query))
  const sorted = sortRows(rows, query.get('sort') ?? 'id')
  const offset = Number(query.get('offset') ?? 0)
  const limit = Number(query.get('limit') ?? 25)
  return {
    status: 200,
    body: { issues: sorted.slice(offset, offset + limit), total_count: rows.length, offset, limit },
  }
}

type Row = ReturnType<typeof toRow>

function matches(row: Row, query: URLSearchParams): boolean {
  const project = PROJECTS.find(({ id }) => id === row.project.id)
  if (project?.identifier !== query.get('project_id')) return false
  const isId = inRange(row.id, query.get('issue_id'), Number)
  const isUpdated = inRange(row.updated_on, query.get('updated_on'), String)
  return isId && isUpdated && inRange(row.created_on, query.get('created_on'), String)
}

/** `>=a`, or `><a|b` with both ends. */
function inRange<T extends string | number>(
  value: T,
  filter: string | null,
  read: (text: string) => T,
): boolean {
  if (filter === null) return true
  if (filter.startsWith('>=')) return value >= read(filter.slice(2))
  const [from = '', to = ''] = filter.replace(/^></, '').split('|')
  return filter.startsWith('><') ? value >= read(from) && value <= read(to) : value === read(filter)
}

function sortRows(rows: Row[], sort: string): Row[] {
  const keys = sort.split(',').map((key) => key.split(':'))
  return rows.toSorted((one, other) => {
    for (const [name = 'id', order] of keys) {
      const [a, b] = [one, other].map((row) => row[name as keyof Row]) // columns that Redmine sorts by
      if (a === b || a === undefined || b === undefined || a === null || b === null) continue
      const ascends = a > b ? 1 : -1
      return order === 'desc' ? -ascends : ascends
    }
    return 0
  })
}
