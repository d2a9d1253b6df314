// Which toasts are in sight when there is one more.
import type { ReactNode } from 'react'

export type ToastAction = { label: string; keys?: string; run: () => void }

export type ShownToast = {
  id: string
  /** What was done goes after a while; what failed stays until it is closed. */
  kind: 'done' | 'failed'
  message: ReactNode
  action?: ToastAction | undefined
}

/** As many as are in sight; the newest must not wait until an older one goes. */
const MOST_TOASTS = 3

/** The newest comes last. One with the same ID is replaced. */
export function addToast(shown: readonly ShownToast[], toast: ShownToast): readonly ShownToast[] {
  const others = shown.filter(({ id }) => id !== toast.id)
  if (others.length < MOST_TOASTS) return [...others, toast]
  const leaving = others.find(({ kind }) => kind === 'done') ?? others[0]
  return [...others.filter((one) => one !== leaving), toast]
}
