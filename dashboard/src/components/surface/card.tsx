// A surface with a name: one subject, its figures, and at most one thing to do in its corner.
import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './card.module.css'

export function Card({
  title,
  meta,
  action,
  /** What is inside draws to the edges. */
  bleed = false,
  children,
}: {
  title: string
  meta?: ReactNode
  action?: ReactNode
  bleed?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes['card']} aria-labelledby={id}>
      <div className={classes['head']}>
        <h2 id={id}>{title}</h2>
        {meta !== undefined && <span className={classes['meta']}>{meta}</span>}
        {action !== undefined && <span className={classes['action']}>{action}</span>}
      </div>
      {bleed ? children : <div className={classes['body']}>{children}</div>}
    </section>
  )
}
