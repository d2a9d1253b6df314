// Brings one task and one item together: read, merge, write, read back. Safe to begin again wherever it ended.
import type { RemoteRef } from '@task-service/kit'
import {
  findLinkOfTask,
  findLinkRow,
  insertLink,
  type LinkRow,
  listLinksByExternal,
  planLink,
  unlinkItem,
} from '#domains/sync/links/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { createRemote, pushChange } from '#domains/sync/write-back/index.ts'
import { findTaskForChange } from '#domains/tasks/index.ts'
import { applyRemoteChange } from './apply-remote-change.ts'
import { storeItems } from './store-items.ts'

/** The item may change at the vendor during a round; after so many rounds the link waits for the next run. */
const MOST_ROUNDS = 5

export async function reconcileLink(work: Work, linkId: string, cause: string): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const link = await work.inLease((ctx) => findLinkRow(ctx.tx, linkId))
    if (link?.state === 'planned' && (await createRemote(work, linkId))) continue
    if (link?.state !== 'active') return
    const remote = await work.session.fetchOne(refOf(link), work.signal)
    if ('gone' in remote) {
      await work.inLease((ctx) => unlinkItem(ctx, work, link, remote.why))
      return
    }
    const applied = await work.inLease((ctx) => applyRemoteChange(ctx, work, linkId, remote, cause))
    if (!applied || applied.due.length === 0) return
    for (const change of applied.due) {
      if ((await pushChange(work, applied, change, remote)) === 'over') return
    }
  }
}

export function refOf(link: LinkRow): RemoteRef {
  const { external_id: id, external_made_at: madeAt } = link
  if (id === null) throw new Error('an item that is not there yet has no name')
  return { id, ...(madeAt && { createdAt: madeAt.toISOString() }) }
}

/** A task of ours changed, or is to be made there. */
export function findOrPlanLink(
  work: Work,
  taskId: string,
  kind: 'task' | 'new',
): Promise<string | undefined> {
  return work.inLease(async (ctx) => {
    const linked = await findLinkOfTask(ctx.tx, taskId, work.integration.id)
    if (linked) return linked.id
    const mayBeMade = kind === 'new' && work.manifest.capabilities.create
    if (!mayBeMade || !(await findTaskForChange(ctx, taskId))) return undefined
    const planned = planLink(ctx, taskId, work.integration.id)
    await insertLink(ctx.tx, planned)
    return planned.id
  })
}

/** Undefined: the item is unknown. Null: a user removed the link. */
export async function findLinkOfItem(
  work: Work,
  ref: RemoteRef,
): Promise<string | null | undefined> {
  const links = await work.inLease((ctx) =>
    listLinksByExternal(ctx.tx, work.integration.id, [ref.id]),
  )
  const link = links.find(({ state }) => state !== 'gone')
  return link?.id ?? (links.length > 0 ? null : undefined)
}

/** Imports an item named in a webhook. It is fetched: the content of a webhook is never imported. */
export async function takeItem(work: Work, ref: RemoteRef): Promise<void> {
  const remote = await work.session.fetchOne(ref, work.signal)
  if ('gone' in remote) return
  await work.inLease((ctx) => storeItems(ctx, work, [remote], 'hint'))
}
