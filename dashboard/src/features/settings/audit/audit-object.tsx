// What an entry is about: its name as a link, and its kind; what was deleted is shown by its ID.
import { Link } from '@tanstack/react-router'
import type { AuditEntry } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import classes from './audit.module.css'
import { shortId } from './audit-actor.tsx'

const kinds = {
  tsk: 'task',
  lnk: 'task',
  cnf: 'task',
  wbk: 'task',
  whk: 'webhook',
  int: 'integration',
  con: 'connector',
  agn: 'agent',
  usr: 'user',
  viw: 'view',
  key: 'key',
  ten: 'workspace',
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

function kindOf(id: string): Kind {
  const prefix = id.slice(0, 3)
  return kinds[prefix as keyof typeof kinds] ?? 'task' // the service sends no other prefix
}

/** Where the object is shown. */
function placeOf(kind: Kind, { subject_id: id, subject, action }: AuditEntry): string {
  const places: Record<Kind, string> = {
    task: `/tasks/T-${subject?.task_number}`,
    webhook: `/webhooks/${id}`,
    integration: `/integrations/${id}`,
    connector: `/connectors/${id}`,
    agent: `/agents/${encodeURIComponent(subject?.name ?? '')}`,
    user: '/settings/users',
    view: '/tasks',
    key: '/settings/system',
    workspace: action.startsWith('queue.') ? '/queues' : '/settings/general',
  }
  return places[kind]
}

export function AuditObject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings')
  const { subject, subject_id: id } = entry
  const kind = kindOf(id)
  if (!subject) {
    return (
      <span className={classes['object']}>
        <code className={classes['quiet']}>{shortId(id)}</code>
        <span className={classes['quiet']}>
          {t('audit.deleted', { kind: t(`audit.of.${kind}`) })}
        </span>
      </span>
    )
  }
  const isTask = subject.task_number !== null
  return (
    <span className={classes['object']} title={subject.name}>
      <Link to={placeOf(kind, entry)} search={{}} className={classes['link'] ?? ''}>
        {isTask ? `T-${subject.task_number}` : subject.name}
      </Link>
      <span className={classes['note']}>{isTask ? subject.name : t(`audit.of.${kind}`)}</span>
    </span>
  )
}
