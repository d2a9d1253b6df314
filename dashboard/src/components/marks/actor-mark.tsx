// Who did something: a person, an agent, a program with the key, or the service itself.
import { IconApi, IconRobot, IconSettings } from '@tabler/icons-react'
import type { Actor } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { useUserNames } from '#api/user-names.ts'
import classes from './actor-mark.module.css'
import { Worker } from './worker.tsx'

export function useActorName(actor: Actor): string {
  const { t } = useTranslation('task')
  const me = useMe()
  const names = useUserNames()
  if (actor.kind === 'user') {
    if (me?.user.id === actor.id) return me.user.name || me.user.username
    return names[actor.id] ?? t('actor.user')
  }
  return actor.kind === 'agent' ? actor.id : t(`actor.${actor.kind}`)
}

/** Its words are those of the area `task`. */
export function ActorMark({ actor }: { actor: Actor }) {
  const name = useActorName(actor)
  if (actor.kind === 'user') return <Worker assignee={name} size={24} />
  if (actor.kind === 'agent') return <Worker assignee={null} delegate={name} size={24} />
  const Icon = { key: IconApi, system: IconSettings, agent: IconRobot }[actor.kind]
  return (
    <span className={classes['actor']}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
