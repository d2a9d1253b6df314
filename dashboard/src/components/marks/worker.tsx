// Who works on a task: a person is round with initials, an agent a dark square, unassigned a dashed ring.
import { IconRobot, IconUser } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './worker.module.css'

const HUES = 6

function hueOf(name: string): number {
  let sum = 0
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997
  return (sum % HUES) + 1
}

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => word[0]) : [words[0]?.slice(0, 2)]
  return letters.join('').toUpperCase()
}

type WorkerProps = { assignee: string | null; delegate?: string | null; size?: number }

export function Worker(props: WorkerProps) {
  const { t } = useTranslation()
  return <WorkerShape {...props} unassigned={t('unassigned')} agent={t('agent')} />
}

/** For lists, which look up words once and not for every row. */
export function WorkerShape({
  assignee,
  delegate = null,
  size = 22,
  unassigned,
  agent,
}: WorkerProps & { unassigned: string; agent: string }) {
  const name = delegate ?? assignee ?? unassigned
  const kind = delegate ? 'agent' : assignee ? 'person' : 'unassigned'
  const label = kind === 'agent' ? `${name} (${agent})` : name
  return (
    <span
      className={classes['worker']}
      data-kind={kind}
      data-hue={kind === 'person' ? hueOf(name) : undefined}
      style={{ width: size, height: size, fontSize: size * 0.41 }}
      title={label}
      role="img"
      aria-label={label}
    >
      {kind === 'person' && <i className={classes['initials']} data-initials={initialsOf(name)} />}
      {kind === 'agent' && <IconRobot size={size * 0.66} stroke={1.75} aria-hidden="true" />}
      {kind === 'unassigned' && <IconUser size={size * 0.55} stroke={1.75} aria-hidden="true" />}
    </span>
  )
}
