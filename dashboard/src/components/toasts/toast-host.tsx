// Where toasts stand: at the bottom, in the middle, three at most.
import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import classes from './toast.module.css'
import { MOST_TOASTS } from './toasts.tsx'

export function ToastHost() {
  return (
    <Notifications
      position="bottom-center"
      limit={MOST_TOASTS}
      classNames={{ root: classes['host'] ?? '', progress: classes['progress'] ?? '' }}
    />
  )
}
