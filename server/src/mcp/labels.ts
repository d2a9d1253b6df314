// Text that was written outside of the conversation, kept apart from facts: a model must be able to tell what is data and
// whose it is. All text of tasks counts as untrusted, because anyone who can reach a connected system can write it. What a
// person says is labeled as well: it may be copied from anywhere.
import type { Actor, Task } from '@task-service/contract'

/** Where a text comes from. Both are outside of the fence, so they are words and IDs of the service. */
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

/** The result of a task is of the agent that works on it, or of those who write the task. */
export function provenanceOfResult(task: Task): Provenance {
  const { delegate } = task
  const isOfAgent = delegate !== null && isAgentName(delegate)
  return isOfAgent ? { source: 'agent', author: delegate } : provenanceOfTask(task)
}

/** Integrations import comments under their own name; the body begins with the author at the vendor. */
export function provenanceOfActor({ kind, id }: Actor): Provenance {
  if (kind !== 'system') return { source: sourceOfActor[kind], author: id }
  if (id.startsWith('int_')) return { source: 'integration', author: id }
  // From anyone who has the link.
  return { source: id === 'answer-link' ? 'link' : 'service', author: id }
}

/** A delegate is any text; this is what an agent can be called. */
const isAgentName = (text: string) => text.length <= 63 && /^[a-z0-9][a-z0-9_-]*$/.test(text)

/** Names of agents and of systems, and IDs; not sentences. */
const isName = (text: string) => /^[\w.:+-]{1,200}$/.test(text)

const labelOf = ({ source, author }: Provenance): Provenance => ({
  source,
  author: isName(author) ? author : 'unknown',
})

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
      const total = isCut && { total_length: text.length }
      untrusted.push({ path, ...labelOf(from), text: part, ...total })
    },
    /** For a value of limited size that is useless in parts. It does not count toward the limit of the result. */
    addWhole(path: string, from: Provenance, value: unknown): void {
      if (!isEmpty(value)) untrusted.push({ path, ...labelOf(from), text: JSON.stringify(value) })
    },
    /** Values that callers choose freely, as JSON. */
    addJson(path: string, from: Provenance, value: unknown): void {
      if (!isEmpty(value)) this.add(path, from, JSON.stringify(value))
    },
  }
}

export const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (typeof value === 'object' && Object.keys(value).length === 0)

export type Labels = ReturnType<typeof createLabels>
