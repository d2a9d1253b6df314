// Facts of one thing: names at the left, values at the right.
import type { ReactNode } from 'react'
import classes from './facts.module.css'

export type Fact = { name: string; value: ReactNode }

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes['facts']}>
      {facts.map(({ name, value }) => (
        <FactRow key={name} name={name} value={value} />
      ))}
    </dl>
  )
}

function FactRow({ name, value }: Fact) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
