// GitHub's shapes, as much of them as is read, and the way to and from a task.
import {
  type Choice,
  fingerprint,
  type Context as KitContext,
  type MarkedText,
  type Person,
  type RemoteComment,
  type RemoteTask,
  splitMarker,
} from '@task-service/kit'

export type Config = { base_url: string; owner: string; repo: string }
export type Context = KitContext<Config>

export type User = { login: string }

export type Issue = {
  id: number
  number: number
  html_url: string
  title: string
  body?: string | null
  state: string
  state_reason?: string | null
  labels: (string | { name?: string })[]
  assignees?: User[] | null
  comments: number
  created_at: string
  updated_at: string
  pull_request?: object
}

export type Comment = {
  id: number
  html_url: string
  issue_url: string
  body?: string
  user: User | null
  created_at: string
  updated_at: string
}

/** Closed issues without a reason are older than reasons are. */
export const statuses: Choice[] = [
  { id: 'open', name: 'Open', group: 'open' },
  { id: 'closed:completed', name: 'Closed as completed', group: 'done' },
  { id: 'closed:not_planned', name: 'Closed as not planned', group: 'canceled' },
  { id: 'closed:duplicate', name: 'Closed as duplicate', group: 'canceled' },
]

export function readStatus({ state, state_reason }: Issue): string {
  if (state !== 'closed') return 'open'
  const status = `closed:${state_reason ?? 'completed'}`
  return statuses.some(({ id }) => id === status) ? status : 'closed:completed'
}

export function writeStatus(status: string): { state: string; state_reason?: string } {
  const [state = '', reason] = status.split(':')
  return reason === undefined ? { state } : { state, state_reason: reason }
}

/** Lines end as ours do; GitHub's own pages write CRLF. */
export const readText = (stored: string | null | undefined): MarkedText =>
  splitMarker((stored ?? '').replaceAll('\r\n', '\n'))

/** Logins are what the interface takes and shows; who deleted the account is a ghost, as on GitHub's pages. */
export const readPerson = (user: User | null | undefined): Person => {
  const login = user?.login ?? 'ghost'
  return { id: login, name: login }
}

export const readLabels = ({ labels }: Issue): string[] =>
  labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')))

export function readComment(comment: Comment): RemoteComment {
  const { text, marker } = readText(comment.body)
  return {
    id: String(comment.id),
    body: text,
    author: readPerson(comment.user),
    createdAt: comment.created_at,
    updatedAt: comment.updated_at,
    ...(marker !== undefined && { marker }),
  }
}

export function readTask(issue: Issue, comments: Comment[], { owner, repo }: Config): RemoteTask {
  const { text, marker } = readText(issue.body)
  const fields = {
    title: issue.title,
    description: text,
    status: readStatus(issue),
    assignee: issue.assignees?.[0]?.login ?? null,
    labels: readLabels(issue),
  }
  const said = comments.map(({ id, body }) => [id, body])
  const content = JSON.stringify([fields, issue.state_reason, said])
  return {
    // Numbers are never given twice.
    ref: { id: String(issue.number) },
    key: `${owner}/${repo}#${issue.number}`,
    url: issue.html_url,
    // Times are whole seconds: two changes within one second differ only in content.
    version: `${issue.updated_at}.${fingerprint(content)}`,
    createdAt: issue.created_at,
    updatedAt: issue.updated_at,
    fields,
    rawDescription: issue.body ?? '',
    comments: comments.map(readComment),
    ...(marker !== undefined && { marker }),
  }
}
