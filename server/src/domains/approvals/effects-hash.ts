// What an approval is about, as one hash. The service computes it from the effects, and the sender computes it again.
import type { Effect } from '@task-service/contract'
import { canonicalHash, canonicalJson } from '#lib/json/canonical-json.ts'

/** In one order, whatever order they were found in. */
export function sortEffects(effects: readonly Effect[]): Effect[] {
  return effects
    .map((effect) => ({ effect, key: `${effect.link_id} ${effect.kind} ${effect.comment?.id}` }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ effect }) => effect)
}

export function hashEffects(effects: readonly Effect[]): string {
  return canonicalHash(sortEffects(effects))
}

/** What would be written, without what it was computed from: a rejection holds for it when the item has changed, too. */
export function contentOf(effects: readonly Effect[]): string {
  return canonicalJson(
    sortEffects(effects).map(({ link_id, kind, fields, comment, result_hash }) => ({
      link_id,
      kind,
      values: Object.fromEntries(Object.entries(fields).map(([field, { to }]) => [field, to])),
      comment,
      result_hash,
    })),
  )
}
