// Two facts side by side, never one: the last result, and the current state.
import type { ReactNode } from 'react'
import type { Tone } from '../surface/pill.tsx'
import classes from './fact-pair.module.css'

export function FactPair({
  hasProgress = false,
  children,
}: {
  /** The second shows how far something is: it gets more room, and comes first where only one is in sight. */
  hasProgress?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes['pair']} data-progress={hasProgress || undefined}>
      {children}
    </div>
  )
}

export function BigFact({
  name,
  tone,
  icon,
  sentence,
  figure,
  children,
}: {
  name: string
  tone: Tone
  icon: ReactNode
  sentence: ReactNode
  /** At the right of the sentence. */
  figure?: string | undefined
  children: ReactNode
}) {
  return (
    <section className={classes['fact']}>
      <h2>{name}</h2>
      <p className={classes['sentence']} data-tone={tone}>
        {icon}
        {sentence}
        {figure !== undefined && <span className={classes['figure']}>{figure}</span>}
      </p>
      {children}
    </section>
  )
}

/** What there is to say below it. */
export function FactText({ children }: { children: ReactNode }) {
  return <p className={classes['text']}>{children}</p>
}
