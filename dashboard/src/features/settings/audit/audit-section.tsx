// Settings → Audit log: who did what to which thing, with what it was before, and as a file.
import { Button, Select } from '@mantine/core'
import { IconDownload, IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@task-service/contract'
import { type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, call } from '#api/call.ts'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { agentsQuery } from '#features/agents/agent-queries.ts'
import { useAddress } from '#lib/use-address.ts'
import classes from '../settings.module.css'
import { SettingsFrame } from '../settings-frame.tsx'
import { ACTOR_KINDS, type AuditChoice, queryOf, SPANS } from './audit-filter.ts'
import { AuditRow } from './audit-row.tsx'

const PAGE = 50

export function AuditSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('settings')
  const [address, change] = useAddress()
  const kind = ACTOR_KINDS.find((one) => one === address['by'])
  const span = SPANS.find((one) => one === address['span']) ?? 'all'
  const choice = { kind, span, effectsOf: address['effects_of'] }
  const entries = useAudit(choice)
  const rows = entries.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <SettingsFrame
      title={t('section.audit')}
      navigation={navigation}
      actions={<Export choice={choice} />}
    >
      <div className={classes['bar']}>
        <Select
          aria-label={t('audit.by')}
          placeholder={t('audit.anyone')}
          clearable
          clearButtonProps={{ tabIndex: 0, 'aria-hidden': false, 'aria-label': t('audit.clear') }}
          value={kind ?? null}
          data={ACTOR_KINDS.map((value) => ({ value, label: t(`audit.kind.${value}`) }))}
          onChange={(value) => change({ by: value ?? undefined })}
        />
        <EffectsOf agent={choice.effectsOf} onChange={(agent) => change({ effects_of: agent })} />
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

/** What became of the changes of one agent in external systems, and who decided about them. */
function EffectsOf({
  agent,
  onChange,
}: {
  agent: string | undefined
  onChange: (agent: string | undefined) => void
}) {
  const { t } = useTranslation('settings')
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data ?? []
  const names = agents.map(({ name }) => name)
  // A deleted agent keeps its entries.
  const offered = agent === undefined || names.includes(agent) ? names : [agent, ...names]
  return (
    <Select
      miw="min(300px, 100%)"
      aria-label={t('audit.effectsOf')}
      placeholder={t('audit.anyAgent')}
      clearable
      clearButtonProps={{ tabIndex: 0, 'aria-hidden': false, 'aria-label': t('audit.clear') }}
      searchable
      value={agent ?? null}
      data={offered.map((value) => ({
        value,
        label: t('audit.effectsOfAgent', { agent: value }),
      }))}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}

function useAudit(choice: AuditChoice) {
  return useInfiniteQuery({
    queryKey: ['audit', choice],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { body } = await call('audit.list', {
        query: {
          limit: PAGE,
          ...(pageParam !== undefined && { cursor: pageParam }),
          ...queryOf(choice),
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

function Export({ choice }: { choice: AuditChoice }) {
  const { t } = useTranslation('settings')
  const query = new URLSearchParams({ format: 'csv', ...queryOf(choice) })
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
