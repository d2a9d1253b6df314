// An opened entry: each value before and after, and where the entry comes from.
import { Button } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import type { AuditEntry } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import type { AddressChange } from '#lib/use-address.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './audit.module.css'
import { shortId, useAuditActor } from './audit-actor.tsx'
import { type ChangeLine, linesOf } from './change-lines.ts'

/** More are shown on request: an entry can hold a long list. */
const FIRST_LINES = 20

export function AuditDetail({
  id,
  entry,
  onNarrow,
}: {
  id: string
  entry: AuditEntry
  onNarrow: (change: AddressChange) => void
}) {
  return (
    <div className={classes['detail']} id={id}>
      <Lines lines={linesOf(entry.changes)} />
      <Origin entry={entry} onNarrow={onNarrow} />
    </div>
  )
}

function Lines({ lines }: { lines: readonly ChangeLine[] }) {
  const { t } = useTranslation('settings')
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? lines : lines.slice(0, FIRST_LINES)
  return (
    <div className={classes['lines']}>
      {lines.length === 0 && <span className={classes['quiet']}>{t('audit.noChanges')}</span>}
      {shown.map(({ path, from, to }) => (
        <div key={path} className={classes['line']}>
          <code className={classes['path']}>{path}</code>
          <Value sign="−" label={t('audit.before')} className={classes['before']} value={from} />
          <Value sign="+" label={t('audit.after')} className={classes['after']} value={to} />
        </div>
      ))}
      {shown.length < lines.length && (
        <Button size="compact-md" variant="default" onClick={() => setWhole(true)}>
          {t('audit.allFields', { count: lines.length })}
        </Button>
      )}
    </div>
  )
}

function Value({
  sign,
  label,
  className,
  value,
}: {
  sign: string
  label: string
  className: string | undefined
  value: unknown
}) {
  const { t } = useTranslation('settings')
  const isSet = value !== null && value !== undefined && value !== ''
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <div className={className} role="group" aria-label={label}>
      <span aria-hidden="true">{sign}</span>
      <code data-unset={!isSet || undefined}>{isSet ? text : t('audit.notSet')}</code>
    </div>
  )
}

function Origin({
  entry,
  onNarrow,
}: {
  entry: AuditEntry
  onNarrow: (change: AddressChange) => void
}) {
  const { t } = useTranslation('settings')
  const locale = useLocale()
  const name = useAuditActor()(entry)
  const { kind, id } = entry.actor
  const time = new Date(entry.at).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'long',
  })
  return (
    <div className={classes['origin']}>
      <dl>
        <Fact name={t('audit.time')}>{time}</Fact>
        <Fact name={t('audit.by')}>
          {t(`audit.kind.${kind}`)}, {name}
        </Fact>
        <IdFact name={t('audit.object')} id={entry.subject_id} />
        <IdFact name={t('audit.entry')} id={entry.id} />
        <IdFact name={t('audit.request')} id={entry.request_id} />
      </dl>
      <div className={classes['narrow']}>
        <Narrow onClick={() => onNarrow({ object: entry.subject_id })}>
          {t('audit.onlyObject')}
        </Narrow>
        <Narrow onClick={() => onNarrow({ by: `${kind}:${id}` })}>{t('audit.onlyActor')}</Narrow>
      </div>
    </div>
  )
}

function Narrow({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconFilter size={14} stroke={1.75} aria-hidden="true" />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

function IdFact({ name, id }: { name: string; id: string }) {
  const { t } = useTranslation('settings')
  const short = id.length > 20 ? `${id.slice(0, 8)}…${id.slice(-4)}` : shortId(id)
  return (
    <Fact name={name}>
      <code title={id}>{short}</code>
      <CopyIcon text={id} label={t('audit.copy', { what: name })} />
    </Fact>
  )
}
