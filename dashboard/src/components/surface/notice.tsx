// Something to know before the rest: what it is, what it means, and the next step.
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'
import type { Tone } from './pill.tsx'

const icons = {
  neutral: IconInfoCircle,
  accent: IconInfoCircle,
  green: IconCircleCheck,
  amber: IconAlertTriangle,
  red: IconAlertTriangle,
}

export function Notice({
  tone,
  title,
  children,
  actions,
  /** It appears while the page is open, so screen readers announce it. */
  live = false,
}: {
  tone: Tone
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  live?: boolean
}) {
  const Icon = icons[tone]
  return (
    <div className={classes['notice']} data-tone={tone} role={live ? 'status' : undefined}>
      <span className={classes['icon']}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes['content']}>
        <div className={classes['title']}>{title}</div>
        {children !== undefined && <div className={classes['text']}>{children}</div>}
        {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
      </div>
    </div>
  )
}
