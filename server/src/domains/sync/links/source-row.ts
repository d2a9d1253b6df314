// The row that a task came from, as a conflict shows it: what it was when both sides agreed, and what it is now.
import type { Link } from '@task-service/contract'
import type { Agreed, Shadow } from '#domains/sync/merge/index.ts'

/** In place of a field: the row as a whole has changed. What was decided about it waits under the same name in the shadow. */
export const SOURCE_ROW = 'row'

export type SourceRow = { version: string; facts: { name: string; value: string }[] }

export function sourceRow(version: string | null, context: Link['context'] | null): SourceRow {
  return { version: version ?? '', facts: context?.flatMap(({ facts }) => facts) ?? [] }
}

/** A decision holds for the row that was shown, not for what it has become since. */
export function decisionAbout(shown: unknown, use: 'service' | 'remote'): Agreed {
  const { version = '' } = (shown ?? {}) as Partial<SourceRow> // as `sourceRow` wrote it
  return { remote: version, local: null, prefer: use }
}

export function takeDecision(shadow: Shadow): { decision: Agreed | undefined; shadow: Shadow } {
  const { [SOURCE_ROW]: decision, ...rest } = shadow
  return { decision, shadow: rest }
}
