// Creates tasks from items, or updates the tasks they are linked with. An item that cannot be stored is recorded as
// failed and does not block the others.
import { Failure, type RemoteRef, type RemoteTask } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import {
  findLinkRow,
  insertLink,
  type LinkRow,
  listLinksByExternal,
  planLink,
  unlinkItem,
} from '#domains/sync/links/index.ts'
import {
  remoteValues,
  type Shadow,
  taskChange,
  toLocal,
  type Values,
} from '#domains/sync/merge/index.ts'
import { insertSignals } from '#domains/sync/signals/index.ts'
import { describeError, isAboutConnection, type Work } from '#domains/sync/work/index.ts'
import { adoptItem } from '#domains/sync/write-back/index.ts'
import { createTasks, lockInOrder, type TaskDraft, taskUuid } from '#domains/tasks/index.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { deleteFailures, saveFailure } from '../store.ts'
import { applyRemoteChange } from './apply-remote-change.ts'
import { takeComments } from './comments.ts'

/** What became of items that were read. */
export type Stored = {
  read: number
  created: number
  changed: number
  removed: number
  failed: number
}

export async function storeItems(
  ctx: WorkContext,
  work: Work,
  items: readonly RemoteTask[],
  cause: string,
): Promise<Stored> {
  const counts: Stored = { read: items.length, created: 0, changed: 0, removed: 0, failed: 0 }
  const ids = items.map(({ ref }) => ref.id)
  const links = await listLinksByExternal(ctx.tx, work.integration.id, ids)
  const byId = new Map(links.map((link) => [link.external_id, link]))
  const fresh = items.filter((item) => !isKnown(byId.get(item.ref.id), item))
  const tasks = fresh.flatMap(({ ref }) => {
    const link = byId.get(ref.id)
    return link && link.state !== 'gone' ? [link.task_id] : []
  })
  if (tasks.length > 0)
    await lockInOrder(
      ctx,
      tasks.map((id) => encodeId('task', id)),
    )
  const freshItems = new Set(fresh)
  const stored = items.filter((item) => !freshItems.has(item)).map(({ ref }) => ref.id)
  for (const item of fresh) {
    try {
      const done = await ctx.tx.savepoint(() =>
        storeItem(ctx, work, item, byId.get(item.ref.id), cause),
      )
      if (done !== 'known') counts[done]++
      stored.push(item.ref.id)
    } catch (error) {
      if (isAboutConnection(error)) throw error
      work.warn({ err: error, item: item.ref.id }, 'an item failed to import')
      counts.failed++
      const { key, url } = item
      const title = `${key} ${item.fields.title ?? ''}`.replaceAll('\0', '').slice(0, 500)
      const failure = {
        external_id: item.ref.id,
        title,
        url: url || null,
        error: describeError(error),
      }
      await saveFailure(ctx.tx, work.integration.id, failure, ctx.now)
    }
  }
  await deleteFailures(ctx.tx, work.integration.id, stored)
  return counts
}

/** Where everything is read each time, this is most of it. */
function isKnown(link: LinkRow | undefined, item: RemoteTask): boolean {
  return (
    link?.state === 'active' && link.external_version === item.version && !isAnother(link, item)
  )
}

async function storeItem(
  ctx: WorkContext,
  work: Work,
  item: RemoteTask,
  link: LinkRow | undefined,
  cause: string,
): Promise<'created' | 'changed' | 'known'> {
  if (Number.isNaN(Date.parse(item.updatedAt)) || Number.isNaN(Date.parse(item.createdAt))) {
    throw new Failure('protocol', 'The item has no valid creation or update time.')
  }
  if (link && isAnother(link, item)) {
    // Some servers give the id of a deleted item to the next one.
    if (link.state !== 'gone')
      await unlinkItem(ctx, work, link, 'its ID was reused for another item')
    return createHere(ctx, work, item)
  }
  if (!link) return (await adoptOwn(ctx, work, item, cause)) ?? createHere(ctx, work, item)
  if (link.state !== 'active' || link.external_version === item.version) return 'known'
  if (isOlder(link, item)) {
    // Read before something that we know of already; only asking again tells what is so.
    await insertSignals(ctx.tx, work.integration.id, [hint(item.ref)])
    return 'known'
  }
  const applied = await applyRemoteChange(ctx, work, link.id, item, cause)
  return applied?.changed ? 'changed' : 'known'
}

export const hint = (ref: RemoteRef) => ({
  kind: 'hint' as const,
  detail: { ref, kind: 'changed' },
})

function isAnother(link: LinkRow, { ref, createdAt }: RemoteTask): boolean {
  const madeAt = Date.parse(ref.createdAt ?? createdAt)
  return link.external_made_at !== null && link.external_made_at.getTime() !== madeAt
}

function isOlder(link: LinkRow, item: RemoteTask): boolean {
  return (
    link.external_updated_at !== null &&
    Date.parse(item.updatedAt) <= link.external_updated_at.getTime()
  )
}

/** One that we made, and were ended before we could note it. */
async function adoptOwn(
  ctx: WorkContext,
  work: Work,
  item: RemoteTask,
  cause: string,
): Promise<'changed' | undefined> {
  const id = item.marker === undefined ? undefined : decodeId('link', item.marker)
  const planned = id === undefined ? undefined : await findLinkRow(ctx.tx, id)
  if (planned?.state !== 'planned' || planned.integration_id !== work.integration.id)
    return undefined
  await adoptItem(ctx, work, planned.id, item)
  await applyRemoteChange(ctx, work, planned.id, item, cause)
  return 'changed'
}

async function createHere(ctx: WorkContext, work: Work, item: RemoteTask): Promise<'created'> {
  const { dictionary, integration } = work
  const remote = remoteValues(dictionary, item.fields)
  const local: Values = {}
  const shadow: Shadow = {}
  for (const [field, value] of Object.entries(remote)) {
    const here = toLocal(dictionary, field, value)
    if (here !== undefined) local[field] = here
  }
  const labels = [
    ...(Array.isArray(local['labels']) ? local['labels'] : []),
    ...dictionary.mapping.labels,
  ]
  const draft: TaskDraft = {
    title: item.key,
    ...(taskChange(dictionary, local) as Partial<TaskDraft>), // of fields that a draft has too
    queue: dictionary.mapping.queue,
    labels: [...new Set(labels.map(String))].slice(0, 50),
    origin: {
      kind: work.manifest.capabilities.edge ? 'database' : 'integration',
      integration_id: encodeId('integration', integration.id),
      external_id: item.ref.id,
      url: item.url || null,
    },
  }
  const [task] = await createTasks(ctx, [draft])
  if (!task) throw new Error('a created task went missing')
  for (const [field, value] of Object.entries(remote)) {
    const here = field === 'labels' ? task.labels : (local[field] ?? valueOf(task, field))
    shadow[field] = { remote: value, local: here }
  }
  const link: LinkRow = {
    ...planLink(ctx, taskUuid(task.id), integration.id),
    state: 'active',
    external_id: item.ref.id,
    external_made_at: new Date(item.ref.createdAt ?? item.createdAt),
    external_key: item.key,
    url: item.url || null,
    external_version: item.version,
    external_updated_at: new Date(item.updatedAt),
    shadow,
    raw_description: item.rawDescription?.replaceAll('\0', '') ?? null,
    context: item.context ?? null,
    retry_at: null,
  }
  await insertLink(ctx.tx, link)
  await takeComments(ctx, work, link, item.comments ?? [])
  return 'created'
}

/** What a task has where the item said nothing that we know a word for. */
function valueOf(task: object, field: string): Shadow[string]['local'] {
  return (task as Record<string, Shadow[string]['local'] | undefined>)[field] ?? null
}
