// The circuit breaker of a link: if a field flaps, the sync of the link stops until a user resumes it.
import type { WorkContext } from '#db/context.ts'
import {
  describeLink,
  insertSteps,
  type LinkRow,
  listMovesSince,
  updateLink,
} from '#domains/sync/links/index.ts'
import type { Merged } from '#domains/sync/merge/index.ts'
import { emitEvents } from '#events/emit.ts'
import { findFlapping, type Move } from '../flapping.ts'

const WINDOW_MS = 600_000

/** The link as it is now when it had to be frozen. */
export async function freezeIfFlapping(
  ctx: WorkContext,
  link: LinkRow,
  merged: Merged,
): Promise<LinkRow | undefined> {
  const sending = Object.keys(merged.send)
  if (sending.length === 0) return undefined
  const since = new Date(ctx.now.getTime() - WINDOW_MS)
  const moves: Move[] = await listMovesSince(ctx.tx, link.id, since)
  const field = findFlapping([...moves, { direction: 'out', fields: sending }])
  if (field === undefined) return undefined
  const reason = `${field} kept changing back and forth`
  const frozen: LinkRow = { ...link, state: 'frozen', state_reason: reason, retry_at: null }
  await updateLink(ctx.tx, frozen)
  const step = { at: ctx.now, direction: 'note' as const, cause: 'frozen', fields: [field] }
  await insertSteps(ctx.tx, link.id, [step])
  await emitEvents(ctx, [{ type: 'link.frozen', subjectId: link.id, data: describeLink(frozen) }])
  return frozen
}
