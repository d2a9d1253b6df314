// Text that was written outside of the conversation, kept apart from facts: a model must be able to tell what is data and
// whose it is. All text of tasks counts as untrusted, because anyone who can reach a connected system can write it.
import type { Actor, Comment, Task } from '@task-service/contract'

/** Where a text comes from. */
export type Provenance = { source: string; author: string }
export type LabeledText = Provenance & {
  /** JSON pointer to where it belongs in `data`. */
  path: string
  text: string
  /** Length of the whole text, if this is a part of it. */
  total_length?: number
}
export type ToolResult = { data: Record<string, unknown>; untrusted: LabeledText[] }

/** Of one text, in characters; a page of results stays readable for a model. */
export const TEXT_MAX = 4_000
/** Of all texts of a result. */
const TEXTS_MAX = 24_000

const sourceOfActor: Record<Actor['kind'], string> = {
  user: 'person',
  agent: 'agent',
  key: 'api',
  system: 'service',
}

export function provenanceOfTask({ origin, source, created_by: by }: Task): Provenance {
  if (origin.kind === 'api') return { source: sourceOfActor[by.kind], author: by.id }
  const system = source ?? origin.integration_id ?? origin.kind
  return { source: origin.kind, author: system }
}

/** Integrations import comments under their own name; the body begins with the author at the vendor. */
export function provenanceOfComment({ author }: Comment): Provenance {
  const isImported = author.kind === 'system' && author.id.startsWith('int_')
  return { source: isImported ? 'integration' : sourceOfActor[author.kind], author: author.id }
}

/** Collects texts up to the limit of a result, and marks what was cut. */
export function createLabels() {
  const untrusted: LabeledText[] = []
  let left = TEXTS_MAX
  return {
    untrusted,
    add(path: string, from: Provenance, text: string, { offset = 0 } = {}): void {
      if (text === '') return
      const part = text.slice(offset, offset + Math.min(TEXT_MAX, left))
      left -= part.length
      const isCut = part.length < text.length
      untrusted.push({ path, ...from, text: part, ...(isCut && { total_length: text.length }) })
    },
    /** Values that callers choose freely, as JSON. */
    addJson(path: string, from: Provenance, value: unknown): void {
      const isEmpty =
        value === null ||
        value === undefined ||
        (typeof value === 'object' && Object.keys(value).length === 0)
      if (!isEmpty) this.add(path, from, JSON.stringify(value))
    },
  }
}
export type Labels = ReturnType<typeof createLabels>
