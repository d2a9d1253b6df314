// Redmine's shapes, as much of them as is read, and the way to and from a task.
import {
  fingerprint,
  type Json,
  type Context as KitContext,
  type RemoteComment,
  type RemoteFields,
  type RemoteTask,
  type SkippedField,
  splitMarker,
  type TaskField,
} from '@task-service/kit'

export type Config = { url: string; project: string; text_format?: 'markdown' | 'textile' }
export type Context = KitContext<Config>

export type Named = { id: number; name: string }

export type Journal = {
  id: number
  user?: Named
  notes?: string | null
  created_on: string
  /** Since Redmine 5.1. */
  updated_on?: string
  private_notes?: boolean
}

export type Issue = {
  id: number
  project: Named
  tracker: Named
  status: Named
  priority: Named
  author?: Named
  assigned_to?: Named
  subject: string
  description: string | null
  due_date: string | null
  custom_fields?: { id: number; name: string; value: Json }[]
  created_on: string
  updated_on: string
  journals?: Journal[]
  /** Since Redmine 5.0, where asked for. */
  allowed_statuses?: Named[]
}

/** Redmine's own pages and its API write CRLF. */
const unifyLines = (text: string | null | undefined): string => (text ?? '').replace(/\r\n?/g, '\n')

const personOf = (named: Named | undefined) => ({
  id: String(named?.id ?? 0),
  name: named?.name ?? 'Anonymous',
})

export function toTask(issue: Issue, config: Config): RemoteTask {
  const { text, marker } = splitMarker(unifyLines(issue.description))
  const journals = issue.journals
  const comments = journals?.filter(isComment).map(toComment)
  const last = journals?.at(-1)
  return {
    ref: { id: String(issue.id), createdAt: issue.created_on },
    key: `#${issue.id}`,
    url: `${rootOf(config)}/issues/${issue.id}`,
    version: versionOf(issue),
    createdAt: issue.created_on,
    updatedAt: issue.updated_on,
    ...(last !== undefined && { actor: personOf(last.user) }),
    ...(journals?.length === 0 && { actor: personOf(issue.author) }),
    fields: {
      title: issue.subject,
      description: text,
      status: String(issue.status.id),
      priority: String(issue.priority.id),
      assignee: issue.assigned_to === undefined ? null : String(issue.assigned_to.id),
      due_at: issue.due_date === null ? null : `${issue.due_date}T00:00:00.000Z`,
      custom: customOf(issue),
    },
    rawDescription: issue.description ?? '',
    ...(comments !== undefined && { comments }),
    ...(marker !== undefined && { marker }),
  }
}

const customOf = ({ custom_fields }: Issue): Record<string, Json> =>
  Object.fromEntries((custom_fields ?? []).map(({ id, value }) => [String(id), value ?? null]))

/** Private notes are visible to a few people in Redmine; in a task every user could read them. */
const isComment = ({ notes, private_notes }: Journal): boolean =>
  (notes ?? '').trim() !== '' && private_notes !== true

function toComment({ id, notes, user, created_on, updated_on }: Journal): RemoteComment {
  const { text, marker } = splitMarker(unifyLines(notes))
  return {
    id: String(id),
    body: text,
    author: personOf(user),
    createdAt: created_on,
    ...(updated_on !== undefined && updated_on !== created_on && { updatedAt: updated_on }),
    ...(marker !== undefined && { marker }),
  }
}

/** Times are no finer than a second, and two changes fit into one: the content distinguishes them. */
export const versionOf = (issue: Issue): string =>
  `${issue.updated_on}.${fingerprint(JSON.stringify(issue))}`

export const rootOf = ({ url }: Config): string => url.replace(/\/+$/, '')

export type Written = { body: Record<string, Json>; skipped: SkippedField[] }

/** Into Redmine's words; a value that has none is skipped and said so. */
export function toIssue(fields: RemoteFields): Written {
  const { title, description, status, priority, assignee, due_at, labels, custom } = fields
  const skipped: SkippedField[] = []
  const body: Record<string, Json> = {
    ...(title !== undefined && { subject: title }),
    ...(description !== undefined && { description }),
    ...(due_at !== undefined && { due_date: due_at === null ? '' : due_at.slice(0, 10) }),
  }
  const addId = (field: TaskField, name: string, id: string | null | undefined) => {
    if (id === undefined) return
    if (id !== null && /^\d+$/.test(id)) body[name] = Number(id)
    else if (id === null && field === 'assignee') body[name] = ''
    else
      skipped.push({
        field,
        why: id === null ? 'Redmine requires a value.' : `Redmine has no "${id}".`,
      })
  }
  addId('status', 'status_id', status)
  addId('priority', 'priority_id', priority)
  addId('assignee', 'assigned_to_id', assignee)
  if (labels !== undefined) skipped.push({ field: 'labels', why: 'Redmine does not have labels.' })
  const values = Object.entries(custom ?? {})
  if (values.length > 0) {
    body['custom_fields'] = values.map(([id, value]) => ({
      id: Number(id),
      value: customValue(value),
    }))
  }
  return { body, skipped }
}

/** Redmine keeps all of them as text. */
function customValue(value: Json): Json {
  if (Array.isArray(value)) return value.map(customValue)
  return typeof value === 'boolean' ? String(Number(value)) : (value ?? '')
}

/** Fields that were sent and are not so: Redmine leaves out in silence what the workflow or a right forbids. */
export function findUntaken(wanted: RemoteFields, issue: Issue): SkippedField[] {
  const why = `Redmine kept the previous value: the workflow of "${issue.tracker.name}" or a missing permission does not allow the change.`
  const { fields } = toTask(issue, { url: '', project: '' })
  const untaken: SkippedField[] = []
  const compare = (
    field: SkippedField['field'],
    want: Json | undefined,
    have: Json | undefined,
  ) => {
    if (want !== undefined && plain(want) !== plain(have)) untaken.push({ field, why })
  }
  compare('title', wanted.title?.trim(), fields.title?.trim())
  compare('description', wanted.description, fields.description)
  compare('status', wanted.status, fields.status)
  if (wanted.priority !== null) compare('priority', wanted.priority, fields.priority)
  compare('assignee', wanted.assignee, fields.assignee)
  compare(
    'due_at',
    wanted.due_at?.slice(0, 10) ?? wanted.due_at,
    fields.due_at?.slice(0, 10) ?? null,
  )
  for (const [id, value] of Object.entries(wanted.custom ?? {})) {
    compare(`custom.${id}`, customValue(value), fields.custom?.[id])
  }
  return untaken
}

/** To Redmine a missing value, an empty text and a trailing line are the same. */
const plain = (value: Json | undefined): string =>
  typeof value === 'string'
    ? unifyLines(value).trim()
    : JSON.stringify(value ?? '').replace(/^""$/, '')
