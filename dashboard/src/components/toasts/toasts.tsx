// What was just done, with the way back. Errors stay until they are closed.
import { type NotificationData, notifications } from '@mantine/notifications'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { createOpener } from '#lib/opener.ts'
import classes from './toast.module.css'
import { Toast, type ToastAction } from './toast.tsx'

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

/** As many as are in sight; the newest must not wait until an older one goes. */
export const MOST_TOASTS = 3
let shown: { id: string; stays: boolean }[] = []

function show(toast: NotificationData & { id: string }): void {
  toastHost.open()
  const { id } = toast
  if (shown.length >= MOST_TOASTS) {
    const leaving = shown.find(({ stays }) => !stays) ?? shown[0]
    if (leaving) notifications.hide(leaving.id)
  }
  shown.push({ id, stays: toast.autoClose === false })
  notifications.show({
    classNames,
    ...toast,
    onClose: () => {
      shown = shown.filter((one) => one.id !== id)
      if (lastUndo?.id === id) lastUndo = undefined
    },
  })
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
