// What was just done, with the way back. Errors stay until they are closed.
import { type NotificationData, notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createOpener } from '../app/opener.ts'
import classes from './toasts/toast.module.css'
import { Toast, type ToastAction } from './toasts/toast.tsx'

export const TOAST_MS = 6_000
let lastUndo: { id: string; undo: () => void } | undefined

const classNames = {
  root: classes['root'] ?? '',
  body: classes['body'] ?? '',
  description: classes['description'] ?? '',
  closeButton: classes['close'] ?? '',
}

/** Drawn when there is the first toast to draw. */
export const toastHost = createOpener()

function show(toast: Pick<NotificationData, 'message'> & Partial<NotificationData>): void {
  toastHost.open()
  notifications.show({ classNames, ...toast })
}

export function showDone(message: ReactNode, undo?: () => void): void {
  const id = crypto.randomUUID()
  const run = () => {
    notifications.hide(id)
    if (lastUndo?.id === id) lastUndo = undefined
    undo?.()
  }
  if (undo) lastUndo = { id, undo: run }
  const action = undo && { label: i18next.t('undo'), keys: 'z', run }
  show({
    id,
    message: <Toast kind="done" message={message} action={action} />,
    autoClose: TOAST_MS,
    withCloseButton: false,
    withAutoCloseProgress: undo !== undefined,
    role: 'status',
    onClose: () => {
      if (lastUndo?.id === id) lastUndo = undefined
    },
  })
}

/** `retry` does what failed once more. */
export function showFailure(message: ReactNode, retry?: () => void): void {
  const id = crypto.randomUUID()
  const action: ToastAction | undefined = retry && {
    label: i18next.t('tryAgain'),
    run: () => {
      notifications.hide(id)
      retry()
    },
  }
  show({
    id,
    message: <Toast kind="failed" message={message} action={action} />,
    autoClose: false,
    withCloseButton: true,
    closeButtonProps: { 'aria-label': i18next.t('close') },
  })
}

/** What the key Z takes back: the last thing that can still be taken back. */
export function undoLast(): void {
  lastUndo?.undo()
}
