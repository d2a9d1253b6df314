// Comments on their way to the server: shown at once, sent one after the other, and kept with a way to send them again if
// that fails.
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { hideToast, showFailure } from '#components/toasts/toasts.tsx'
import type { Unsent } from './still-unsent.ts'

let all: readonly Unsent[] = []
const listeners = new Set<() => void>()
/** The last one that is being sent: the next follows it, so that they keep their order. */
let last: Promise<unknown> = Promise.resolve()

function afterLast<Result>(run: () => Promise<Result>): Promise<Result> {
  const done = last.then(run)
  last = done
  return done
}

function set(next: readonly Unsent[]): void {
  all = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useUnsent = (): readonly Unsent[] => useSyncExternalStore(subscribe, () => all)

function change(key: string, part: Partial<Unsent>): void {
  set(all.map((one) => (one.key === key ? { ...one, ...part } : one)))
}

function add(taskId: string, body: string): Unsent {
  const added = { key: crypto.randomUUID(), taskId, body, at: new Date().toISOString() }
  set([...all, added])
  return added
}

export function discardUnsent(key: string): void {
  hideToast(key)
  set(all.filter((one) => one.key !== key))
}

/** Returns why it failed. */
async function deliver(
  client: QueryClient,
  { key, taskId, body }: Unsent,
): Promise<string | undefined> {
  // It may have been discarded.
  if (!all.some((one) => one.key === key)) return undefined
  try {
    const request = { params: { task: taskId }, body: { body }, idempotencyKey: key }
    change(key, { id: (await call('comments.create', request)).body.id })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    change(key, { error: why })
    return why
  }
  // The next comment does not wait until the list has been read again, which may take as long as it likes.
  void client
    .invalidateQueries({ queryKey: ['tasks', 'comments', taskId] })
    .then(() => discardUnsent(key))
  return undefined
}

export function useSendComment() {
  const client = useQueryClient()
  const { t } = useTranslation('task')
  /** True if the server has it. */
  const resend = async (comment: Unsent): Promise<boolean> => {
    const { key } = comment
    hideToast(key)
    change(key, { error: undefined })
    const why = await afterLast(() => deliver(client, comment))
    if (why !== undefined) showFailure(t('unsent.failed', { why }), () => void resend(comment), key)
    return why === undefined
  }
  const send = (taskId: string, body: string) => resend(add(taskId, body))
  return { send, resend }
}
