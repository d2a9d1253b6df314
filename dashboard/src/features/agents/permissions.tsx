// What an agent may do, in words, and what needs a person.
import { IconCheck, IconShieldCheck, IconX } from '@tabler/icons-react'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './permissions.module.css'

const FLAGS = ['reads_external', 'reads_beyond_claim', 'writes_outward'] as const

/** Untrusted text, other data and outward writes: the combination that a prompt injection needs. */
export const isRisky = (agent: Pick<Agent, (typeof FLAGS)[number]>): boolean =>
  FLAGS.every((flag) => agent[flag])

export function Permissions({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const { concurrency } = agent
  const lines = [
    {
      name: 'claims',
      allowed: true,
      needsApproval: false,
      text: concurrency === null ? t('may.claimAny') : t('may.claimUpTo', { count: concurrency }),
    },
    ...FLAGS.map((flag) => ({
      name: flag,
      allowed: agent[flag],
      needsApproval: flag === 'writes_outward' && isRisky(agent),
      text:
        flag === 'writes_outward' && isRisky(agent)
          ? t('may.writesWithApproval')
          : agent[flag]
            ? t(`may.${flag}`)
            : t(`mayNot.${flag}`),
    })),
  ]
  return (
    <ul className={classes['list']}>
      {lines.map(({ name, allowed, needsApproval, text }) => (
        <li
          key={name}
          data-allowed={allowed || undefined}
          data-approval={needsApproval || undefined}
        >
          {needsApproval ? (
            <IconShieldCheck size={15} stroke={2} aria-hidden="true" />
          ) : allowed ? (
            <IconCheck size={15} stroke={2.2} aria-hidden="true" />
          ) : (
            <IconX size={15} stroke={2} aria-hidden="true" />
          )}
          {text}
        </li>
      ))}
    </ul>
  )
}

export function QueueChips({ queues }: { queues: readonly string[] }) {
  return (
    <ul className={classes['chips']}>
      {queues.map((queue) => (
        <li key={queue}>{queue}</li>
      ))}
    </ul>
  )
}
