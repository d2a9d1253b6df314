// Settings → Audit log: who did what to which thing, with what it was before, and as a file.
import { Button, Select } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ActorKind, AuditEntry } from '@task-service/contract'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, call } from '#api/call.ts'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { useAddress } from '#lib/use-address.ts'
import classes from '../settings.module.css'
import { SettingsFrame } from '../settings-frame.tsx'
import { ACTOR_KINDS, SPANS, type Span, sinceOf } from './audit-filter.ts'
import { AuditRow } from './audit-row.tsx'

const PAGE = 50

export function AuditSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('settings')
  const [address, change] = useAddress()
  const kind = ACTOR_KINDS.find((one) => one === address['by'])
  const span = SPANS.find((one) => one === address['span']) ?? 'all'
  const entries = useAudit(kind, span)
  const rows = entries.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <SettingsFrame
      title={t('section.audit')}
      navigation={navigation}
      actions={<Export kind={kind} span={span} />}
    >
      <div className={classes['bar']}>
        <Select
          aria-label={t('audit.by')}
          placeholder={t('audit.anyone')}
          clearable
          value={kind ?? null}
          data={ACTOR_KINDS.map((value) => ({ value, label: t(`audit.kind.${value}`) }))}
          onChange={(value) => change({ by: value ?? undefined })}
        />
        <Select
          aria-label={t('audit.span')}
          value={span}
          allowDeselect={false}
          data={SPANS.map((value) => ({ value, label: t(`audit.since.${value}`) }))}
          onChange={(value) => change({ span: value === 'all' ? undefined : (value ?? undefined) })}
        />
      </div>
      {entries.isError && (
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
          hasMore={entries.hasNextPage}
          isLoading={entries.isFetchingNextPage}
          onMore={() => void entries.fetchNextPage()}
        />
      )}
    </SettingsFrame>
  )
}

function useAudit(kind: ActorKind | undefined, span: Span) {
  return useInfiniteQuery({
    queryKey: ['audit', kind ?? 'any', span],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const since = sinceOf(span)
      const { body } = await call('audit.list', {
        query: {
          limit: PAGE,
          ...(pageParam !== undefined && { cursor: pageParam }),
          ...(kind !== undefined && { actor_kind: kind }),
          ...(since !== undefined && { since }),
        },
        signal,
      })
      return body
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  })
}

function Found({
  rows,
  hasMore,
  isLoading,
  onMore,
}: {
  rows: readonly AuditEntry[]
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
}) {
  const { t } = useTranslation('settings')
  if (rows.length === 0 && !hasMore) {
    return (
      <EmptyState
        icon={<IconHistory size={24} stroke={1.75} aria-hidden="true" />}
        title={t('audit.emptyTitle')}
      >
        {t('audit.emptyText')}
      </EmptyState>
    )
  }
  return (
    <div className={classes['sheet']}>
      <ul className={classes['list']}>
        {rows.map((entry) => (
          <li key={entry.id}>
            <AuditRow entry={entry} />
          </li>
        ))}
      </ul>
      <div className={classes['foot']}>
        <span>{t('audit.count', { count: rows.length })}</span>
        {hasMore && (
          <Button size="compact-md" variant="default" loading={isLoading} onClick={onMore}>
            {t('audit.more')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Export({ kind, span }: { kind: ActorKind | undefined; span: Span }) {
  const { t } = useTranslation('settings')
  const since = sinceOf(span)
  const query = new URLSearchParams({
    format: 'csv',
    ...(kind !== undefined && { actor_kind: kind }),
    ...(since !== undefined && { since }),
  })
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
