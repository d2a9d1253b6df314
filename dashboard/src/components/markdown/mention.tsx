// A mention of a user or an agent, by the name that they have now. Of an unknown one, only what was written is shown.
import type { ReactNode } from 'react'
import { useMe } from '#api/me.ts'
import { usePeople } from '#api/user-names.ts'
import classes from './markdown.module.css'

export function Mention({ to, children }: { to: string; children: ReactNode }) {
  const people = usePeople()
  const me = useMe()?.user.id
  const [kind, id] = to.split(':')
  const person = kind === 'user' ? people?.find((one) => one.id === id) : undefined
  if (kind === 'user' && people && !person) return <span>@{children}</span>
  return (
    <span
      className={classes['mention']}
      data-kind={kind}
      data-me={(kind === 'user' && id === me) || undefined}
      title={person?.username ?? (kind === 'agent' ? id : undefined)}
    >
      @{person?.name ?? (kind === 'agent' ? id : children)}
    </span>
  )
}
