// One act: when, who, what; opened, each field with what it was and what it became.
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { AuditEntry } from '@task-service/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUserNames } from '#api/user-names.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from '../settings.module.css'

/** The key that the operator set has no id of its own. */
const ENVIRONMENT = 'environment'

export function AuditRow({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const names = useUserNames()
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
        <span className={`${classes['quiet']} ${classes['cut']}`}>
          {entry.actor.id === ENVIRONMENT
            ? t('audit.environmentKey')
            : `${t(`audit.kind.${entry.actor.kind}`)} ${names[entry.actor.id] ?? entry.actor.id}`}
        </span>
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

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '∅'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
