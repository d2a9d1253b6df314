// What a person has typed about an approval and not sent, until the page is left.
import { useCallback, useSyncExternalStore } from 'react'

export type Draft = {
  reason: string
  /** By the ID of the comment. */
  comments: Readonly<Record<string, string>>
  /** As text, or as JSON. */
  result: string | undefined
}

const EMPTY: Draft = { reason: '', comments: {}, result: undefined }
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(): void {
  for (const listener of listeners) listener()
}

export function dropDraft(id: string): void {
  drafts.delete(id)
  publish()
}

export function useDraft(id: string): [Draft, (change: Partial<Draft>) => void] {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(id) ?? EMPTY)
  const change = useCallback(
    (part: Partial<Draft>) => {
      drafts.set(id, { ...(drafts.get(id) ?? EMPTY), ...part })
      publish()
    },
    [id],
  )
  return [draft, change]
}

export const textsOf = ({ reason, comments, result }: Draft): string[] =>
  [reason, ...Object.values(comments), result ?? ''].filter((text) => text.trim() !== '')
