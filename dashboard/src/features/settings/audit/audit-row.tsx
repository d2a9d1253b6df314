// One entry: when, who, what, about which object, and the change in a few words; opened, each value before and after.
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import type { AuditEntry } from '@task-service/contract'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import type { AddressChange } from '#lib/use-address.ts'
import classes from './audit.module.css'
import { AuditActor } from './audit-actor.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { AuditObject } from './audit-object.tsx'
import { type ChangeLine, linesOf } from './change-lines.ts'

export function AuditRow({
  entry,
  onNarrow,
}: {
  entry: AuditEntry
  onNarrow: (change: AddressChange) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <>
      <div className={classes['entry']} data-open={isOpen || undefined}>
        <span className={classes['time']}>
          <RelativeTime at={entry.at} />
        </span>
        <AuditActor entry={entry} />
        {/* The button covers the whole row; links lie above it. */}
        <button
          type="button"
          className={classes['action']}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <code>{entry.action}</code>
        </button>
        <AuditObject entry={entry} />
        <Summary entry={entry} />
        <Chevron className={classes['chevron']} size={15} stroke={1.75} aria-hidden="true" />
      </div>
      {isOpen && <AuditDetail id={id} entry={entry} onNarrow={onNarrow} />}
    </>
  )
}

function Summary({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings')
  const lines = linesOf(entry.changes)
  const [first] = lines
  return (
    <span className={classes['summary']}>
      {lines.length === 1 && first && <OneChange line={first} />}
      {lines.length > 1 && t('audit.fields', { count: lines.length })}
    </span>
  )
}

function OneChange({ line: { path, from, to } }: { line: ChangeLine }) {
  const text = useValueText()
  return (
    <>
      {path.replaceAll('_', ' ')} {text(from)} <span aria-hidden="true">→</span> {text(to)}
    </>
  )
}

/** A value as one line of text. */
function useValueText(): (value: unknown) => string {
  const { t } = useTranslation('settings')
  return (value) => {
    if (value === null || value === undefined || value === '') return t('audit.notSet')
    return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
