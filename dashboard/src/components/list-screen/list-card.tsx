// One record as a card that opens it: mark, name and state in the head; facts and actions below.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Tone } from '#components/surface/pill.tsx'
import classes from './list-card.module.css'

export function ListCard({
  link,
  name,
  isTechnicalName = false,
  mark,
  note,
  state,
  isAlarming = false,
  children,
}: {
  link: Pick<LinkProps, 'to' | 'params'>
  name: string
  /** Drawn in the monospaced font, as names that are also used in commands. */
  isTechnicalName?: boolean
  mark: ReactNode
  /** One line below the name. */
  note?: string | undefined
  state: ReactNode
  isAlarming?: boolean
  children: ReactNode
}) {
  return (
    <article className={classes['card']} data-alarming={isAlarming || undefined}>
      <div className={classes['head']}>
        {mark}
        <div className={classes['names']}>
          <h2 data-technical={isTechnicalName || undefined}>
            <Link {...link} className={classes['name'] ?? ''} title={name} data-row>
              {name}
            </Link>
          </h2>
          {note !== undefined && note !== '' && (
            <div className={classes['note']} title={note}>
              {note}
            </div>
          )}
        </div>
        {state}
      </div>
      {children}
    </article>
  )
}

/** A square for the icon or the letters that stand for the record. */
export function CardTile({ children }: { children: ReactNode }) {
  return <span className={classes['tile']}>{children}</span>
}

export type CardFact = { name: string; tone?: Tone | undefined; value: ReactNode }

export function CardFacts({ facts }: { facts: readonly CardFact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, tone, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Last line of a card: a fact and, for a record that needs it, an action. */
export function CardFoot({ fact, children }: { fact: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes['foot']}>
      <span>{fact}</span>
      {children}
    </div>
  )
}
