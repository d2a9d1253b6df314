// Nothing here yet: what is missing, what it would bring, and the way to it.
import type { ReactNode } from 'react'
import classes from './state.module.css'

export function EmptyState({
  icon,
  title,
  children,
  actions,
}: {
  icon: ReactNode
  title: string
  children: ReactNode
  actions?: ReactNode
}) {
  return (
    <section className={classes['state']}>
      <span className={classes['tile']}>{icon}</span>
      <h2 className={classes['title']}>{title}</h2>
      <p className={classes['text']}>{children}</p>
      {actions && <div className={classes['actions']}>{actions}</div>}
    </section>
  )
}
