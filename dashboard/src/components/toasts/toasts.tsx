// What was just done, with the way back. Errors stay until they are closed. Part of the main script: a failure must be
// shown when nothing more can be loaded.
import i18next from 'i18next'
import { type ReactNode, useSyncExternalStore } from 'react'
import { addToast, type ShownToast, type ToastAction } from './add-toast.ts'

export const TOAST_MS = 6_000

let shown: readonly ShownToast[] = []
const listeners = new Set<() => void>()

function set(next: readonly ShownToast[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useToasts = (): readonly ShownToast[] => useSyncExternalStore(subscribe, () => shown)

export function hideToast(id: string): void {
  set(shown.filter((one) => one.id !== id))
}

/** Using the action hides the toast. */
function show(id: string, kind: ShownToast['kind'], message: ReactNode, action?: ToastAction) {
  const run = () => {
    hideToast(id)
    action?.run()
  }
  set(addToast(shown, { id, kind, message, action: action && { ...action, run } }))
}

export function showDone(message: ReactNode, undo?: () => void): void {
  const action = undo && { label: i18next.t('undo'), keys: 'z', run: undo }
  show(crypto.randomUUID(), 'done', message, action)
}

/** `retry` does what failed once more. With an ID, the same failure is shown once. */
export function showFailure(
  message: ReactNode,
  retry?: () => void,
  id: string = crypto.randomUUID(),
): void {
  show(id, 'failed', message, retry && { label: i18next.t('tryAgain'), run: retry })
}

/** For what a reload fixes; the same message is shown once. */
export function showReload(id: string, message: string): void {
  const reload = { label: i18next.t('reload'), run: () => window.location.reload() }
  show(id, 'failed', message, reload)
}

/** The key Z undoes the last change that can still be undone. */
export function undoLast(): void {
  shown.findLast(({ kind, action }) => kind === 'done' && action)?.action?.run()
}
