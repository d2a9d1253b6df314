// Tests whether an event matches event types and filter, and why not.
import type { FilterTest } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { actorText } from '#lib/actor.ts'
import { decodeId } from '#lib/ids.ts'
import { eventNotFound } from '../errors.ts'
import { findMismatch, type MatchedEvent } from '../match.ts'
import { findEvent } from '../store/events.ts'

export async function testFilter(
  ctx: Context,
  input: FilterTest,
): Promise<{ matches: boolean; reason: string }> {
  const subscription = { event_types: input.event_types ?? [], filter: input.filter ?? {} }
  const mismatch = findMismatch(subscription, await readEvent(ctx, input))
  return mismatch === undefined
    ? { matches: true, reason: 'The event type and all filter paths match.' }
    : { matches: false, reason: `The event does not match: ${mismatch}.` }
}

async function readEvent(
  ctx: Context,
  { event, event_id: given }: FilterTest,
): Promise<MatchedEvent> {
  if (event) {
    const { type, data, previous = {}, changed = [], actor = ctx.actor } = event
    return { type, data, previous, changed, actor: actorText(actor) }
  }
  const id = decodeId('event', given ?? '')
  const found = id && (await findEvent(ctx.tx, id))
  if (!found) throw eventNotFound()
  return found
}
