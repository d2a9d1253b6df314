// Writing: an issue, a change of one, a note. Redmine responds to a change with an empty body, so the result is read back.
import {
  addMarker,
  type Change,
  Failure,
  type HttpResponse,
  type PushOptions,
  type PushResult,
  parseJson,
  type RemoteFields,
  type RemoteRef,
  type SkippedField,
  splitMarker,
} from '@task-service/kit'
import { call } from './call.ts'
import { isAnother, readIssue } from './pull.ts'
import { type Context, findUntaken, type Issue, toIssue, toTask } from './wire.ts'

type Applied = Extract<PushResult, { ok: true }>

export async function push(
  ctx: Context,
  change: Change,
  { marker }: PushOptions,
): Promise<PushResult> {
  if (change.kind === 'create') return await create(ctx, change.fields, marker)
  const include = change.kind === 'comment' ? 'journals' : 'journals,allowed_statuses'
  const issue = await readIssue(ctx, change.ref.id, include)
  if (issue === 'gone') return { ok: false, reason: 'gone', why: 'The issue was deleted.' }
  if (isAnother(issue, change.ref)) {
    return { ok: false, reason: 'gone', why: 'Its number now belongs to another issue.' }
  }
  return change.kind === 'comment'
    ? await comment(ctx, change.ref, change.body, marker)
    : await update(ctx, issue, change.fields)
}

async function create(ctx: Context, fields: RemoteFields, marker: string): Promise<PushResult> {
  const { body, skipped } = toIssue(fields)
  const description = addMarker(fields.description ?? '', marker)
  const response = await call(ctx, {
    method: 'POST',
    path: '/issues.json',
    body: { issue: { project_id: ctx.config.project, ...body, description } },
  })
  const issue = readMade(response)
  const untaken = findUntaken(fields, issue)
  const { ref } = toTask(issue, ctx.config)
  if (!untaken.some(({ field }) => field === 'status')) {
    return { ok: true, ref, skipped: [...skipped, ...untaken] }
  }
  // An issue starts with the status its workflow begins with, and is moved from there.
  const moved = await update(ctx, issue, { status: fields.status ?? '' })
  const others = untaken.filter(({ field }) => field !== 'status')
  return moved.ok ? { ...moved, skipped: [...skipped, ...others, ...moved.skipped] } : moved
}

function readMade(response: HttpResponse): Issue {
  try {
    return (parseJson(response) as { issue: Issue }).issue // the shape is Redmine's promise
  } catch {
    throw new Failure('transient', 'Redmine created the issue, but its response was incomplete.', {
      maybeDone: true,
    })
  }
}

async function update(ctx: Context, issue: Issue, wanted: RemoteFields): Promise<PushResult> {
  const { ref } = toTask(issue, ctx.config)
  const refused = refusedStatus(issue, wanted)
  const fields = { ...wanted }
  if (refused !== undefined) delete fields.status
  const { body, skipped } = toIssue(fields)
  if (refused !== undefined) skipped.push(refused)
  if (Object.keys(body).length === 0) return { ok: true, ref, skipped }
  const { marker } = splitMarker(issue.description ?? '')
  const isMarked = fields.description !== undefined && marker !== undefined
  if (isMarked) body['description'] = addMarker(fields.description ?? '', marker)
  const after = await write(ctx, ref, body)
  if (after === 'gone') return { ok: false, reason: 'gone', why: 'The issue was deleted.' }
  return applied(ref, after, [...skipped, ...findUntaken(fields, after)], ctx)
}

/** Only if Redmine lists the allowed statuses; otherwise the read after the write finds out. */
function refusedStatus(issue: Issue, { status }: RemoteFields): SkippedField | undefined {
  const allowed = issue.allowed_statuses
  if (status === undefined || allowed === undefined || status === String(issue.status.id)) return
  if (allowed.some(({ id }) => String(id) === status)) return
  const names = allowed.map(({ name }) => `"${name}"`).join(', ') || 'no other status'
  const why = `The workflow of "${issue.tracker.name}" does not allow this status. Allowed for this account from "${issue.status.name}": ${names}.`
  return { field: 'status', why }
}

async function comment(
  ctx: Context,
  ref: RemoteRef,
  body: string,
  marker: string,
): Promise<PushResult> {
  const after = await write(ctx, ref, { notes: addMarker(body, marker) })
  if (after === 'gone') return { ok: false, reason: 'gone', why: 'The issue was deleted.' }
  const written = toTask(after, ctx.config).comments?.find((one) => one.marker === marker)
  if (written === undefined) {
    // A note without the right to write one is left out as silently as a field.
    throw new Failure('forbidden', 'Redmine did not add the note.', {
      fix: 'Give the account a role in the project with the permission Add notes.',
    })
  }
  return { ...applied(ref, after, [], ctx), commentId: written.id }
}

async function write(
  ctx: Context,
  { id }: RemoteRef,
  body: ReturnType<typeof toIssue>['body'],
): Promise<Issue | 'gone'> {
  const path = `/issues/${encodeURIComponent(id)}.json`
  const answer = await call(ctx, { method: 'PUT', path, body: { issue: body }, expect: [404, 410] })
  return answer.status >= 400 ? 'gone' : await readIssue(ctx, id)
}

const applied = (ref: RemoteRef, issue: Issue, skipped: SkippedField[], ctx: Context): Applied => ({
  ok: true,
  ref,
  version: toTask(issue, ctx.config).version,
  skipped,
})
