// Writes only the fields of the change, once, with the idempotency that the vendor offers.
import type { Change, PushOptions, PushResult, RemoteFields, RemoteRef } from '@task-service/kit'
import { call, readWritten } from './call.ts'
import { type Comment, type Context, type Item, readTask, writeFields } from './wire.ts'

export async function push(
  ctx: Context,
  change: Change,
  options: PushOptions,
): Promise<PushResult> {
  if (change.kind === 'create') return await create(ctx, change.fields, options)
  if (change.kind === 'update') return await update(ctx, change.ref, change.fields, options)
  return await comment(ctx, change.ref, change.body, options)
}

async function create(
  ctx: Context,
  fields: RemoteFields,
  { marker }: PushOptions,
): Promise<PushResult> {
  const { body, skipped } = writeFields(fields)
  // The same ID in every attempt: a retry finds the item that the first attempt created.
  const client_id = marker
  const made = await call(ctx, { method: 'POST', path: '/items', body: { ...body, client_id } })
  const { id, version } = readWritten(made) as Item // documented by the vendor
  return { ok: true, ref: { id }, version: String(version), skipped }
}

async function update(
  ctx: Context,
  ref: RemoteRef,
  fields: RemoteFields,
  { expect }: PushOptions,
): Promise<PushResult> {
  const { body, skipped } = writeFields(fields)
  const response = await call(ctx, {
    method: 'PATCH',
    path: pathOf(ref),
    body: { ...body, ...(expect !== undefined && { version: Number(expect) }) },
    expect: [404, 409, 410],
  })
  if (response.status === 404 || response.status === 410) return gone
  const item = readWritten(response) as Item // documented by the vendor
  if (response.status === 409) {
    return { ok: false, reason: 'conflict', current: readTask(ctx, item) }
  }
  return { ok: true, ref, version: String(item.version), skipped }
}

async function comment(
  ctx: Context,
  ref: RemoteRef,
  body: string,
  { marker }: PushOptions,
): Promise<PushResult> {
  const response = await call(ctx, {
    method: 'POST',
    path: `${pathOf(ref)}/comments`,
    body: { body, client_id: marker },
    expect: [404, 410],
  })
  if (response.status >= 400) return gone
  const { id } = readWritten(response) as Comment // documented by the vendor
  return { ok: true, ref, commentId: id, skipped: [] }
}

const pathOf = ({ id }: RemoteRef): string => `/items/${encodeURIComponent(id)}`

const gone: PushResult = { ok: false, reason: 'gone', why: 'The item was deleted.' }
