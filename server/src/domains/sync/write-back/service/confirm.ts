// Reading back what we wrote: a change is confirmed when the item shows it, not when the vendor said yes.
import type { RemoteTask } from '@task-service/kit'
import type { WorkContext } from '#db/context.ts'
import { confirmEffect } from '#domains/approvals/index.ts'
import {
  insertSteps,
  type LinkRow,
  updateWriteBack,
  type WriteBackRow,
} from '#domains/sync/links/index.ts'
import { isSame, type Shadow, type Values } from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { encodeId } from '#lib/ids.ts'

type Read = { link: LinkRow; open: WriteBackRow[]; remote: RemoteTask; values: Values }

export async function confirmUpdates(
  ctx: WorkContext,
  work: Work,
  { link, open, remote, values }: Read,
): Promise<{ shadow: Shadow; open: WriteBackRow[] }> {
  let shadow = link.shadow
  const left: WriteBackRow[] = []
  for (const change of open) {
    if (change.kind === 'comment') continue
    const verdict = judge(change, values, shadow, isOurs(work, remote))
    shadow = verdict.shadow
    if (!verdict.isConfirmed) {
      left.push(change)
      continue
    }
    await updateWriteBack(ctx.tx, {
      ...change,
      state: 'confirmed',
      sent_at: change.sent_at ?? ctx.now,
      next_try_at: null,
      error: null,
      ended_at: ctx.now,
    })
    await confirmEffect(ctx, change.approval_id, {
      link_id: encodeId('link', link.id),
      kind: change.kind,
      external_version: remote.version,
      external_comment_id: null,
    })
    await insertSteps(ctx.tx, link.id, [
      {
        at: ctx.now,
        direction: 'out',
        cause: change.kind,
        fields: Object.keys(change.wanted),
        external_version: remote.version,
        task_version: change.task_version,
      },
    ])
  }
  return { shadow, open: left }
}

/** Others may use the same account; this alone decides only in which form the vendor stores our text. */
function isOurs({ integration }: Work, remote: RemoteTask): boolean {
  return remote.actor !== undefined && remote.actor.id === integration.self?.id
}

function judge(
  change: WriteBackRow,
  values: Values,
  before: Shadow,
  isOwn: boolean,
): { shadow: Shadow; isConfirmed: boolean } {
  const shadow = { ...before }
  const skipped = new Set(change.skipped.map(({ field }) => field))
  let isConfirmed = true
  for (const [field, wanted] of Object.entries(change.wanted)) {
    const local = change.local[field] ?? null
    const remote = values[field] ?? null
    const isSent = change.state === 'sent'
    const hasMoved = !isSame(field, remote, before[field]?.remote ?? null)
    if (isSame(field, remote, wanted) || (isSent && skipped.has(field))) {
      shadow[field] = { remote, local }
    } else if (isSent && hasMoved) {
      // Ours in the vendor's own form; or theirs, made after ours: then what we wrote is what they changed.
      shadow[field] = { remote: isOwn ? remote : wanted, local }
    } else {
      isConfirmed = false
    }
  }
  return { shadow, isConfirmed }
}
