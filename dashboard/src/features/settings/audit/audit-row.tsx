// One act: when, who, what; opened, each field with what it was and what it became.
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Actor, AuditEntry } from '@task-service/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserNames } from '#api/user-names.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import classes from '../settings.module.css'

/** The key that the operator set has no id of its own. */
const ENVIRONMENT = 'environment'

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const name = useName(entry.actor)
  return (
    <>
      <button
        type="button"
        className={classes['entry']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes['quiet']}>
          <RelativeTime at={entry.at} />
        </span>
        <code className={classes['cut']}>{entry.action}</code>
        <span className={`${classes['quiet']} ${classes['cut']}`}>{name}</span>
        <Chevron size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && (
        <div className={classes['changes']} id={id}>
          <div className={classes['who']}>
            <code>{entry.subject_id}</code>
            <CopyIcon text={entry.subject_id} label={t('audit.copyId')} />
            <code className={classes['quiet']}>{entry.request_id}</code>
          </div>
          {entry.changes.length === 0 && (
            <span className={classes['quiet']}>{t('audit.noChanges')}</span>
          )}
          {entry.changes.map((change) => (
            <div key={change.field} className={classes['change']}>
              <code>{change.field}</code>
              <code className={classes['before']}>{textOf(change.from)}</code>
              <code className={classes['after']}>{textOf(change.to)}</code>
            </div>
          ))}
        </div>
      )}
    </>
  )
}

function useName({ kind, id }: Actor): string {
  const { t } = useTranslation('settings')
  const names = useUserNames()
  const { data } = useQuery({ ...integrationsQuery, refetchInterval: false })
  if (id === ENVIRONMENT) return t('audit.environmentKey')
  const integration = kind === 'system' && data?.find((one) => one.id === id)
  if (integration) return t('audit.integration', { name: integration.name })
  return `${t(`audit.kind.${kind}`)} ${names[id] ?? id}`
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '∅'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
