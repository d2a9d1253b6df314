// A person at work in Redmine, over its API and with a key of their own.
import type { RemoteRef } from '@task-service/kit'
import type { OtherUser, Stored } from '@task-service/kit/testing'

/** Of a default installation. */
export const statuses = {
  fresh: 1,
  inProgress: 2,
  resolved: 3,
  feedback: 4,
  closed: 5,
  rejected: 6,
}

export type Issue = {
  id: number
  subject: string
  description: string | null
  status: { id: number; name: string; is_closed: boolean }
  priority: { id: number }
  assigned_to?: { id: number; name: string }
  due_date: string | null
  created_on: string
  updated_on: string
  journals: { id: number; notes: string | null; user: { id: number; name: string } }[]
}

export type RedmineHands = Required<OtherUser> & {
  /** Any request; throws unless it succeeds. Undefined where there is no body. */
  ask: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Fields in Redmine's own words. */
  change: (ref: RemoteRef, fields: Record<string, unknown>) => Promise<void>
  issue: (ref: RemoteRef) => Promise<Issue | 'gone'>
  read: (ref: RemoteRef) => Promise<Stored | 'gone'>
  count: () => Promise<number>
}

export function handsOf(url: string, key: string, project: string): RedmineHands {
  const headers = { 'X-Redmine-API-Key': key, 'Content-Type': 'application/json' }

  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return await fetch(`${url}${path}`, { method, headers, ...sent })
  }

  async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await send(method, path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

  async function change(ref: RemoteRef, fields: Record<string, unknown>): Promise<void> {
    await ask('PUT', `/issues/${ref.id}.json`, { issue: fields })
  }

  async function issue(ref: RemoteRef): Promise<Issue | 'gone'> {
    const response = await send('GET', `/issues/${ref.id}.json?include=journals`)
    if (response.status === 404) return 'gone'
    return ((await response.json()) as { issue: Issue }).issue // the server's own shape
  }

  return {
    ask,
    change,
    issue,
    async create({ title, description = '' }) {
      const fields = { project_id: project, subject: title, description }
      const made = await ask('POST', '/issues.json', { issue: fields })
      const { id, created_on } = (made as { issue: Issue }).issue // the server's own shape
      return { id: String(id), createdAt: created_on }
    },
    edit: (ref, { title, description }) =>
      change(ref, {
        ...(title !== undefined && { subject: title }),
        ...(description !== undefined && { description }),
      }),
    comment: (ref, body) => change(ref, { notes: body }),
    close: (ref) => change(ref, { status_id: statuses.closed }),
    reopen: (ref) => change(ref, { status_id: statuses.inProgress }),
    async remove(ref) {
      await ask('DELETE', `/issues/${ref.id}.json`)
    },
    async read(ref) {
      const found = await issue(ref)
      return found === 'gone' ? 'gone' : storedOf(found)
    },
    async count() {
      const page = await ask('GET', `/issues.json?project_id=${project}&status_id=*&limit=1`)
      return (page as { total_count: number }).total_count // the server's own shape
    },
  }
}

const storedOf = ({ subject, description, status, journals }: Issue): Stored => ({
  title: subject,
  description: description ?? '',
  closed: status.is_closed,
  comments: journals.map(({ notes }) => notes ?? '').filter((notes) => notes !== ''),
})
