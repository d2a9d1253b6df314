// What a person has changed in the texts of an approval, as the API takes it.
import type { Approval, ApprovalEdit } from '@task-service/contract'
import type { Draft } from './drafts.ts'

export type MadeEdit =
  | { edit: ApprovalEdit }
  /** Nothing differs from what the agent wrote. */
  | { edit: undefined }
  | { invalid: 'json' | 'empty'; of: string }

/** A result that is a text is edited as a text, any other as JSON. */
export const resultText = (result: unknown): string =>
  typeof result === 'string' ? result : JSON.stringify(result, null, 2)

export const RESULT = 'result'

export function makeEdit({ effects, result }: Approval, draft: Draft): MadeEdit {
  const said = effects.flatMap(({ comment }) => comment ?? [])
  const comments = said.flatMap(({ id, body }) => {
    const text = draft.comments[id]
    return text === undefined || text === body ? [] : [{ id, body: text }]
  })
  const empty = comments.find(({ body }) => body.trim() === '')
  if (empty) return { invalid: 'empty', of: empty.id }
  const changed = readResult(result, draft.result)
  if (changed === 'invalid') return { invalid: 'json', of: RESULT }
  if (comments.length === 0 && !changed) return { edit: undefined }
  return { edit: { ...(comments.length > 0 && { comments }), ...changed } }
}

function readResult(
  before: unknown,
  text: string | undefined,
): { result: unknown } | 'invalid' | undefined {
  if (text === undefined || text === resultText(before)) return undefined
  if (typeof before === 'string') return { result: text }
  try {
    return { result: JSON.parse(text) as unknown }
  } catch {
    return 'invalid'
  }
}
