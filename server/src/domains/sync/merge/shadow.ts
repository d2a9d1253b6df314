// The values both sides last agreed on, in the terms of each: the two lists of values need not be equally long, so
// neither side can be derived from the other.
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '@task-service/kit'

/** `prefer`: a user decided whose value applies while they differ. */
export type Agreed = { remote: Json; local: Json; prefer?: 'service' | 'remote' }

/** By field: `title`, `status`, `custom.<id at the vendor>`. */
export type Shadow = { [field: string]: Agreed }

const TEXTS = new Set(['title', 'description'])

/** What servers do to a text when they store it is no change of it. */
function normalText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[ \t]+$/gm, '')
    .trimEnd()
}

export function isSame(field: string, one: Json | undefined, other: Json | undefined): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return isDeepStrictEqual(sorted(one), sorted(other))
  }
  if (typeof one === 'string' && typeof other === 'string') {
    if (TEXTS.has(field)) return normalText(one) === normalText(other)
    if (field === 'due_at') return Date.parse(one) === Date.parse(other)
  }
  return isDeepStrictEqual(one, other)
}

/** Order and repetition mean nothing in labels and choices. */
function sorted(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, value]) => value)
}
