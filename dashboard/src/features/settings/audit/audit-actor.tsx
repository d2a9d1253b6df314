// Who made an entry: by name, with the icon of its kind.
import { IconApi, IconSettings } from '@tabler/icons-react'
import type { AuditEntry } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import classes from './audit.module.css'

/** The key that the operator set has no ID of its own. */
const ENVIRONMENT = 'environment'

export function useAuditActor(): (entry: Pick<AuditEntry, 'actor' | 'actor_name'>) => string {
  const { t } = useTranslation('settings')
  return ({ actor: { kind, id }, actor_name: name }) => {
    if (kind === 'agent') return id
    if (id === ENVIRONMENT) return t('audit.environmentKey')
    if (kind === 'key') return t('audit.key', { hint: name ?? shortId(id) })
    return name ?? (kind === 'user' ? shortId(id) : t('audit.system', { part: shortId(id) }))
  }
}

/** Enough of an ID to recognize it. */
export const shortId = (id: string): string =>
  /^[a-z]{3}_[0-9a-f]{32}$/.test(id) ? `${id.slice(0, 8)}…${id.slice(-4)}` : id

export function AuditActor({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('settings')
  const name = useAuditActor()(entry)
  const { kind } = entry.actor
  const Glyph = kind === 'key' ? IconApi : IconSettings
  return (
    <span className={classes['actor']} title={`${t(`audit.kind.${kind}`)}: ${name}`}>
      {kind === 'user' && <Worker assignee={name} size={20} />}
      {kind === 'agent' && <Worker assignee={null} delegate={name} size={20} />}
      {(kind === 'key' || kind === 'system') && (
        <span className={classes['mark']} role="img" aria-label={t(`audit.kind.${kind}`)}>
          <Glyph size={13} stroke={1.75} aria-hidden="true" />
        </span>
      )}
      <span className={classes['cut']}>{name}</span>
    </span>
  )
}
