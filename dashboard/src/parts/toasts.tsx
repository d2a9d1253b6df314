// What was just done, with the way back. Errors stay until they are closed.
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { UndoButton } from './undo-button.tsx'

const UNDO_MS = 6_000
let lastUndo: { id: string; undo: () => void } | undefined

export function showDone(message: ReactNode, undo?: () => void): void {
  const id = crypto.randomUUID()
  const run = () => {
    notifications.hide(id)
    if (lastUndo?.id === id) lastUndo = undefined
    undo?.()
  }
  if (undo) lastUndo = { id, undo: run }
  notifications.show({
    id,
    message: undo ? <UndoButton message={message} onUndo={run} /> : message,
    autoClose: UNDO_MS,
    withCloseButton: false,
    onClose: () => {
      if (lastUndo?.id === id) lastUndo = undefined
    },
  })
}

export function showFailure(message: ReactNode): void {
  notifications.show({ message, color: 'red', autoClose: false, withCloseButton: true })
}

/** What the key Z takes back: the last thing that can still be taken back. */
export function undoLast(): void {
  lastUndo?.undo()
}
