// Settings → Audit log: who did what to which object, with what it was before, narrowed by the URL, and as a file.
import { Button } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import type { AuditEntry } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '#api/call.ts'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { type AddressChange, useAddress } from '#lib/use-address.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import classes from './audit.module.css'
import { type AuditChoice, isNarrowed, paramsOf, readChoice } from './audit-filter.ts'
import { AuditFilters } from './audit-filters.tsx'
import { useAudit } from './audit-query.ts'
import { AuditRow } from './audit-row.tsx'
import { RetentionNote } from './retention-note.tsx'

const NO_FILTER: AddressChange = {
  by: undefined,
  object: undefined,
  action: undefined,
  span: undefined,
  since: undefined,
  until: undefined,
  effects_of: undefined,
}

export function AuditSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('settings')
  const [address, change] = useAddress()
  const choice = readChoice(address)
  const entries = useAudit(choice)
  const rows = entries.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <SettingsFrame
      title={t('section.audit')}
      navigation={navigation}
      actions={<Export choice={choice} />}
    >
      <AuditFilters choice={choice} rows={rows} onChange={change} />
      {entries.isError && rows.length === 0 && (
        <ErrorState
          what={t('section.audit')}
          error={entries.error}
          onRetry={() => void entries.refetch()}
        />
      )}
      {entries.isPending && <RowSkeleton rows={8} height={44} />}
      {entries.data && (
        <Found
          rows={rows}
          isNarrowed={isNarrowed(choice)}
          hasMore={entries.hasNextPage}
          isLoading={entries.isFetchingNextPage}
          hasFailed={entries.isFetchNextPageError}
          onMore={() => void entries.fetchNextPage()}
          onNarrow={(next) => change(next, { push: true })}
          onClear={() => change(NO_FILTER)}
        />
      )}
    </SettingsFrame>
  )
}

type FoundProps = {
  rows: readonly AuditEntry[]
  isNarrowed: boolean
  hasMore: boolean
  isLoading: boolean
  hasFailed: boolean
  onMore: () => void
  onNarrow: (change: AddressChange) => void
  onClear: () => void
}

function Found({ rows, onNarrow, onClear, ...more }: FoundProps) {
  const { t } = useTranslation('settings')
  if (rows.length === 0 && !more.hasMore) {
    return (
      <EmptyState
        icon={<IconHistory size={24} stroke={1.75} aria-hidden="true" />}
        title={t(more.isNarrowed ? 'audit.noMatchTitle' : 'audit.emptyTitle')}
        actions={more.isNarrowed && <Button onClick={onClear}>{t('audit.clearAll')}</Button>}
      >
        {t(more.isNarrowed ? 'audit.noMatchText' : 'audit.emptyText')}
      </EmptyState>
    )
  }
  return (
    <div className={classes['sheet']}>
      <Head />
      <ul className={classes['list']}>
        {rows.map((entry) => (
          <li key={entry.id}>
            <AuditRow entry={entry} onNarrow={onNarrow} />
          </li>
        ))}
      </ul>
      <Foot {...more} count={rows.length} />
    </div>
  )
}

function Head() {
  const { t } = useTranslation('settings')
  return (
    <div className={classes['columns']} aria-hidden="true">
      <span>{t('audit.time')}</span>
      <span>{t('audit.by')}</span>
      <span>{t('audit.action')}</span>
      <span>{t('audit.object')}</span>
      <span>{t('audit.change')}</span>
    </div>
  )
}

function Foot({
  count,
  hasMore,
  isLoading,
  hasFailed,
  onMore,
}: Pick<FoundProps, 'hasMore' | 'isLoading' | 'hasFailed' | 'onMore'> & { count: number }) {
  const { t } = useTranslation('settings')
  return (
    <div className={classes['foot']}>
      <span role="status">
        {hasFailed ? t('audit.moreFailed') : t('audit.count', { count })} <RetentionNote />
      </span>
      {hasMore && (
        <Button size="compact-md" variant="default" loading={isLoading} onClick={onMore}>
          {t('audit.more')}
        </Button>
      )}
    </div>
  )
}

function Export({ choice }: { choice: AuditChoice }) {
  const { t } = useTranslation('settings')
  const query = paramsOf(choice)
  query.set('format', 'csv')
  return (
    <Button
      component="a"
      href={addressOf(`/audit/export?${query}`)}
      download="audit.csv"
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
    >
      {t('audit.export')}
    </Button>
  )
}
