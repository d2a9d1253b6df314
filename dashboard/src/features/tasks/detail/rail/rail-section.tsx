// A part of the rail with a line below it: properties, custom fields, the source.
import { type ReactNode, useId } from 'react'
import classes from './rail.module.css'

export function RailSection({ title, children }: { title?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={classes['section']} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && <h3 id={id}>{title}</h3>}
      {children}
    </section>
  )
}
