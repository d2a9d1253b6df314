// Writing to HubSpot: new tasks and changes.
import {
  type Change,
  Failure,
  type PushOptions,
  type PushResult,
  parseJson,
  type RemoteFields,
} from '@task-service/kit'
import { call, paths, readWritten } from './call.ts'
import { splitMark } from './text.ts'
import { type Context, type CrmObject, writeProperties } from './wire.ts'

const tasks = `${paths.objects}/tasks`

export async function push(
  ctx: Context,
  change: Change,
  options: PushOptions,
): Promise<PushResult> {
  if (change.kind === 'comment') {
    throw new Failure('invalid', 'HubSpot tasks do not have comments.')
  }
  return change.kind === 'create' ? create(ctx, change.fields, options.marker) : update(ctx, change)
}

async function create(ctx: Context, fields: RemoteFields, marker: string): Promise<PushResult> {
  const { properties, skipped } = writeProperties(fields, marker)
  // Without a date HubSpot refuses a task.
  const body = { properties: { hs_timestamp: ctx.now().toISOString(), ...properties } }
  const response = await call(ctx, { method: 'POST', to: tasks, body })
  const { id } = readWritten(response) as CrmObject // HubSpot's promise
  return { ok: true, ref: { id }, skipped }
}

async function update(
  ctx: Context,
  { ref, fields }: Extract<Change, { kind: 'update' }>,
): Promise<PushResult> {
  const to = `${tasks}/${encodeURIComponent(ref.id)}`
  const gone: PushResult = { ok: false, reason: 'gone', why: 'The task was deleted.' }
  let marker: string | undefined
  if (fields.description !== undefined) {
    const current = await call(ctx, { to: `${to}?properties=hs_task_body`, expect: [404] })
    if (current.status === 404) return gone
    // The mark of its making stays in the text.
    const { properties } = parseJson(current) as CrmObject // HubSpot's promise
    marker = splitMark(properties['hs_task_body'] ?? '').marker
  }
  const { properties, skipped } = writeProperties(fields, marker)
  if (Object.keys(properties).length === 0) return { ok: true, ref, skipped }
  const response = await call(ctx, { method: 'PATCH', to, body: { properties }, expect: [404] })
  return response.status === 404 ? gone : { ok: true, ref, skipped }
}
