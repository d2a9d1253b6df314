// Answers that were begun and not sent, by question, until the page is left.
import { useCallback, useSyncExternalStore } from 'react'
import { type Draft, EMPTY_DRAFT } from './draft-answer.ts'

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function keepDraft(questionId: string, draft: Draft): void {
  drafts.set(questionId, draft)
  for (const listener of listeners) listener()
}

export function dropDraft(questionId: string): void {
  drafts.delete(questionId)
  for (const listener of listeners) listener()
}

export function useDraft(questionId: string): [Draft, (change: Partial<Draft>) => void] {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(questionId) ?? EMPTY_DRAFT)
  const change = useCallback(
    (part: Partial<Draft>) =>
      keepDraft(questionId, { ...(drafts.get(questionId) ?? EMPTY_DRAFT), ...part }),
    [questionId],
  )
  return [draft, change]
}
