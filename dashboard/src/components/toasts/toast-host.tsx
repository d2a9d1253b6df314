// Where toasts are shown: at the bottom, in the middle, above everything else.
import { ActionIcon, Portal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ShownToast } from './add-toast.ts'
import classes from './toast.module.css'
import { Toast } from './toast.tsx'
import { hideToast, TOAST_MS, useToasts } from './toasts.tsx'

export function ToastHost() {
  const shown = useToasts()
  return (
    <Portal>
      <div className={classes['host']}>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </Portal>
  )
}

function ToastCard({ toast: { id, kind, message, action } }: { toast: ShownToast }) {
  const { t } = useTranslation()
  const [isHeld, setHeld] = useState(false)
  const isDone = kind === 'done'
  useEffect(() => {
    if (!isDone || isHeld) return
    const timer = setTimeout(() => hideToast(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [id, isDone, isHeld])
  return (
    <div
      className={classes['root']}
      role={isDone ? 'status' : 'alert'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Toast kind={kind} message={message} action={action} />
      {!isDone && (
        <ActionIcon
          className={classes['close'] ?? ''}
          aria-label={t('close')}
          onClick={() => hideToast(id)}
        >
          <IconX size={16} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      )}
      {isDone && action && !isHeld && (
        <i className={classes['progress']} style={{ animationDuration: `${TOAST_MS}ms` }} />
      )}
    </div>
  )
}
