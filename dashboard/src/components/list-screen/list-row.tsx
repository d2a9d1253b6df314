// One record as a row that opens it: name, further columns and state; on narrow screens name, state and one line.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './list-row.module.css'

export function ListRow({
  link,
  name,
  note,
  state,
  summary,
  children,
}: {
  link: Pick<LinkProps, 'to' | 'params'>
  name: string
  note: ReactNode
  state: ReactNode
  /** Replaces the columns where there is no room for them. */
  summary: ReactNode
  /** `ListCell` for each column between name and state. */
  children: ReactNode
}) {
  return (
    <Link {...link} className={classes['row'] ?? ''} data-row>
      <span>
        <div className={classes['name']}>{name}</div>
        <div className={classes['note']}>{note}</div>
      </span>
      {children}
      <span>{state}</span>
      <span className={classes['summary']}>{summary}</span>
    </Link>
  )
}

export function ListCell({ tone, children }: { tone?: 'amber'; children?: ReactNode }) {
  return (
    <span className={classes['cell']} data-tone={tone}>
      {children}
    </span>
  )
}
