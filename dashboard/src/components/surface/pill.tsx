// A state in one word, with a mark so that color is never the only sign.
import type { ReactNode } from 'react'
import classes from './pill.module.css'

export type Tone = 'neutral' | 'green' | 'amber' | 'red' | 'accent'

export function Pill({
  tone = 'neutral',
  icon,
  children,
}: {
  /** Violet is for what waits for an answer. */
  tone?: Tone | 'violet'
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span className={classes['pill']} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
