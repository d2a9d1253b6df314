// Reads the items that changed since the last pull, and single items.
import {
  type Gone,
  type PullItem,
  type PullOptions,
  parseJson,
  type RemoteRef,
  type RemoteTask,
} from '@task-service/kit'
import { call, get } from './call.ts'
import { type Context, type Item, type Page, readTask } from './wire.ts'

export type Cursor = string

export async function* pull(
  ctx: Context,
  cursor: Cursor | null,
  { limit, full }: PullOptions,
): AsyncGenerator<PullItem<Cursor>> {
  let after = full ? null : cursor
  let isLast = false
  while (!isLast) {
    const from = after === null ? '' : `&after=${encodeURIComponent(after)}`
    const { items, next, left } = await get<Page>(ctx, `/changes?limit=${limit}${from}`)
    if (after === null) yield { kind: 'total', count: left }
    for (const item of items) yield { kind: 'upsert', task: readTask(ctx, item) }
    // Items up to here are stored together with this cursor, or not at all.
    yield { kind: 'checkpoint', cursor: next }
    isLast = items.length < limit
    after = next
  }
}

export async function fetchOne(ctx: Context, ref: RemoteRef): Promise<RemoteTask | Gone> {
  const path = `/items/${encodeURIComponent(ref.id)}`
  const response = await call(ctx, { method: 'GET', path, expect: [404, 410] })
  if (response.status >= 400) return { gone: true, why: 'The item was deleted.' }
  return readTask(ctx, parseJson(response) as Item) // documented by the vendor
}
