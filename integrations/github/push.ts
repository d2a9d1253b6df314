// Writing to GitHub: new issues, changes, comments. What it drops without a word is found by reading its answer.
import {
  addMarker,
  type Change,
  type Json,
  type PushOptions,
  type PushResult,
  parseJson,
  type RemoteFields,
  type SkippedField,
} from '@task-service/kit'
import { call, readWritten } from './call.ts'
import { findGone } from './pull.ts'
import {
  type Comment,
  type Context,
  type Issue,
  readLabels,
  readStatus,
  readText,
  statuses,
  writeStatus,
} from './wire.ts'

type Body = { [name: string]: Json }

export async function push(
  ctx: Context,
  change: Change,
  { marker }: PushOptions,
): Promise<PushResult> {
  if (change.kind === 'create') return create(ctx, change.fields, marker)
  if (change.kind === 'update') return update(ctx, change)
  const response = await call(ctx, {
    method: 'POST',
    to: `/issues/${change.ref.id}/comments`,
    body: { body: addMarker(change.body, marker) },
    expect: [301, 404, 410],
  })
  const gone = await findGone(ctx, response.status)
  if (gone !== undefined) return { ok: false, reason: 'gone', why: gone.why }
  const { id } = readWritten(response) as Comment // the shape is GitHub's promise
  return { ok: true, ref: change.ref, commentId: String(id), skipped: [] }
}

async function create(ctx: Context, fields: RemoteFields, marker: string): Promise<PushResult> {
  const { status, ...rest } = fields
  const body = writeFields(rest, marker)
  const response = await call(ctx, { method: 'POST', to: '/issues', body })
  const made = readWritten(response) as Issue // the shape is GitHub's promise
  // An issue is made open. A kill in between leaves it open, and with its marker it is found and closed.
  const issue =
    isStatus(status) && status !== 'open' ? await patch(ctx, made, writeStatus(status)) : made
  return {
    ok: true,
    ref: { id: String(issue.number) },
    skipped: [...findUnsupported(fields), ...findDropped(fields, issue)],
  }
}

async function update(
  ctx: Context,
  { ref, fields }: Extract<Change, { kind: 'update' }>,
): Promise<PushResult> {
  const to = `/issues/${ref.id}`
  const { description, status, ...rest } = fields
  const body = { ...writeFields(rest), ...(isStatus(status) && writeStatus(status)) }
  const skipped = findUnsupported(fields)
  if (Object.keys(body).length === 0 && description === undefined) {
    return { ok: true, ref, skipped }
  }
  if (description !== undefined) {
    const current = await call(ctx, { to, expect: [301, 404, 410] })
    const gone = await findGone(ctx, current.status)
    if (gone !== undefined) return { ok: false, reason: 'gone', why: gone.why }
    // The mark of its making stays in the text.
    const { marker } = readText((parseJson(current) as Issue).body) // the shape is GitHub's promise
    Object.assign(body, writeFields({ description }, marker))
  }
  const response = await call(ctx, { method: 'PATCH', to, body, expect: [301, 404, 410] })
  const gone = await findGone(ctx, response.status)
  if (gone !== undefined) return { ok: false, reason: 'gone', why: gone.why }
  let issue = readWritten(response) as Issue // as above
  if (isStatus(status) && readStatus(issue) !== status) {
    // The reason of a closed issue is ignored as long as it stays closed.
    await patch(ctx, issue, writeStatus('open'))
    issue = await patch(ctx, issue, writeStatus(status))
  }
  return { ok: true, ref, skipped: [...skipped, ...findDropped(fields, issue)] }
}

const patch = async (ctx: Context, { number }: Issue, body: Body): Promise<Issue> =>
  readWritten(await call(ctx, { method: 'PATCH', to: `/issues/${number}`, body })) as Issue // as above

function writeFields(fields: RemoteFields, marker?: string): Body {
  const { title, description, assignee, labels } = fields
  const text = marker === undefined ? description : addMarker(description ?? '', marker)
  return {
    ...(title !== undefined && { title }),
    ...(text !== undefined && { body: text }),
    ...(assignee !== undefined && { assignees: assignee === null ? [] : [assignee] }),
    ...(labels !== undefined && { labels }),
  }
}

const isStatus = (status: string | undefined): status is string =>
  statuses.some(({ id }) => id === status)

function findUnsupported(fields: RemoteFields): SkippedField[] {
  const { status, priority, due_at, custom = {} } = fields
  const why = 'GitHub issues do not have this field.'
  const isStrange = status !== undefined && !isStatus(status)
  return [
    ...(isStrange ? [{ field: 'status' as const, why: 'GitHub does not have this status.' }] : []),
    ...(priority !== undefined ? [{ field: 'priority' as const, why }] : []),
    ...(due_at !== undefined ? [{ field: 'due_at' as const, why }] : []),
    ...Object.keys(custom).map((name) => ({ field: `custom.${name}` as const, why })),
  ]
}

const sorted = (names: string[]): string =>
  names
    .map((name) => name.toLowerCase())
    .toSorted()
    .join()

/** GitHub leaves out, without a word, whom it cannot assign and what the token may not set. */
function findDropped({ assignee, labels }: RemoteFields, issue: Issue): SkippedField[] {
  const dropped: SkippedField[] = []
  const logins = (issue.assignees ?? []).map(({ login }) => login.toLowerCase())
  if (assignee !== undefined && (logins[0] ?? null) !== (assignee?.toLowerCase() ?? null)) {
    const why =
      'GitHub ignored the assignee: the user is not a member of the repository, or the token lacks the permission.'
    dropped.push({ field: 'assignee', why })
  }
  if (labels !== undefined && sorted(readLabels(issue)) !== sorted([...new Set(labels)])) {
    dropped.push({
      field: 'labels',
      why: 'GitHub ignored the labels: the token lacks the permission.',
    })
  }
  return dropped
}
