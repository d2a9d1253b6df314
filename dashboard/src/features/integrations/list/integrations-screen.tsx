// The integrations with their last result and current state, and the form to connect another.
import { Button } from '@mantine/core'
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Integration } from '@task-service/contract'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FindField } from '#components/fields/find-field.tsx'
import { Page } from '#components/page/page.tsx'
import { PageAction } from '#components/page/page-action.tsx'
import { StateFilter } from '#components/records/state-filter.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { ConnectPanel } from '../connect/connect-panel.tsx'
import { INTEGRATION_STATES, isAlarming } from '../integration-state.tsx'
import { IntegrationRow } from './integration-row.tsx'
import classes from './integrations-screen.module.css'

const ICON = { size: 24, stroke: 1.75, 'aria-hidden': true } as const

export function IntegrationsScreen() {
  const { t } = useTranslation('integrations')
  const [address, change] = useAddress()
  const found = useQuery(integrationsQuery)
  const open = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  useKeys(
    useMemo(
      () => [{ keys: 'c', group: 'list' as const, label: t('keys.add'), run: open }],
      [open, t],
    ),
  )
  return (
    <Page
      title={t('title')}
      bleed
      actions={
        <>
          {found.data !== undefined && found.data.length > 0 && (
            <FindField
              label={t('find')}
              placeholder={t('find')}
              value={address['q'] ?? ''}
              group="list"
              onChange={(q) => change({ q: q || undefined })}
            />
          )}
          <PageAction
            icon={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            label={t('add')}
            keys="c"
            onClick={open}
          />
        </>
      }
    >
      <Split
        panel={
          address['new'] === undefined ? undefined : (
            <ConnectPanel
              provider={address['provider']}
              onChoose={(provider) => change({ provider }, { push: true })}
              onClose={() => change({ new: undefined, provider: undefined })}
            />
          )
        }
      >
        {found.isError && (
          <ErrorState what={t('title')} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {found.isPending && <RowSkeleton rows={4} height={64} />}
        {found.data?.length === 0 && <NothingConnected onAdd={open} />}
        {found.data && found.data.length > 0 && <Connected integrations={found.data} />}
      </Split>
    </Page>
  )
}

function NothingConnected({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('integrations')
  return (
    <EmptyState
      icon={<IconArrowsExchange {...ICON} />}
      title={t('emptyTitle')}
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
          {t('add')}
        </Button>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}

function Connected({ integrations }: { integrations: readonly Integration[] }) {
  const { t } = useTranslation('integrations')
  const [address, change] = useAddress()
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, 'list', { next: t('keys.next'), previous: t('keys.previous') })
  const state = INTEGRATION_STATES.find((one) => one === address['state']) ?? 'all'
  const word = (address['q'] ?? '').toLowerCase()
  const shown = integrations.filter(
    (one) =>
      (state === 'all' || one.state === state) &&
      `${one.name} ${one.provider}`.toLowerCase().includes(word),
  )
  return (
    <>
      <div className={classes['bar']}>
        <StateFilter
          label={t('filterState')}
          allLabel={t('all')}
          value={state}
          known={INTEGRATION_STATES}
          present={integrations.map((one) => one.state)}
          wordOf={(one) => t(`state.${one}`)}
          isAlarming={isAlarming}
          onChange={(next) => change({ state: next === 'all' ? undefined : next })}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={<IconArrowsExchange {...ICON} />}
          title={t('noMatchTitle')}
          actions={
            <Button variant="default" onClick={() => change({ state: undefined, q: undefined })}>
              {t('clearFilters')}
            </Button>
          }
        >
          {t('noMatchText')}
        </EmptyState>
      ) : (
        <div className={classes['table']}>
          <div className={classes['sheet']}>
            <Columns />
            <ul className={classes['list']} ref={list}>
              {shown.map((one) => (
                <li key={one.id}>
                  <IntegrationRow integration={one} />
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  )
}

function Columns() {
  const { t } = useTranslation('integrations')
  const names = ['name', 'last', 'now', 'attention', 'state'] as const
  return (
    <div className={classes['columns']} aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{t(`column.${name}`)}</span>
      ))}
    </div>
  )
}
