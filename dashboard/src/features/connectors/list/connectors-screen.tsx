// The connectors as cards with their last result and current state, and the form to add another.
import { Button } from '@mantine/core'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Connector } from '@task-service/contract'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { PageAction } from '#components/page/page-action.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { Segments } from '#components/surface/segments.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { connectorsQuery } from '#features/connectors/connector-queries.ts'
import { needsAttention } from '#features/connectors/needs-attention.ts'
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { AddSection } from '../add/add-section.tsx'
import { TokenDialog } from '../add/token-dialog.tsx'
import { CardSkeleton } from './card-skeleton.tsx'
import { ConnectorCard } from './connector-card.tsx'
import classes from './connectors-screen.module.css'

const ICON = { size: 24, stroke: 1.75, 'aria-hidden': true } as const

export function ConnectorsScreen() {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  const found = useQuery(connectorsQuery)
  const open = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  useKeys(
    useMemo(
      () => [{ keys: 'c', group: 'list' as const, label: t('keys.add'), run: open }],
      [open, t],
    ),
  )
  const all = found.data
  return (
    <Page
      title={t('title')}
      bleed
      meta={all && all.length > 0 ? <Count connectors={all} /> : undefined}
      actions={
        <>
          {all && all.length > 0 && (
            <span className={classes['headFilter']}>
              <AttentionFilter connectors={all} />
            </span>
          )}
          <PageAction
            icon={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            label={t('add.action')}
            keys="c"
            onClick={open}
          />
        </>
      }
    >
      <Split>
        {found.isPending && <CardSkeleton />}
        {found.isError && !all && (
          <ErrorState what={t('title')} error={found.error} onRetry={() => void found.refetch()} />
        )}
        {all && <ConnectorList connectors={all} onAdd={open} />}
      </Split>
      {address['new'] !== undefined && <AddDialog onClose={() => change({ new: undefined })} />}
    </Page>
  )
}

function Count({ connectors }: { connectors: readonly Connector[] }) {
  const { t } = useTranslation('connectors')
  const count = connectors.filter((one) => needsAttention(one)).length
  const sum = t('count', { count: connectors.length })
  return (
    <span className={classes['count']}>
      {count > 0 ? `${sum}, ${t('countAttention', { count })}` : sum}
    </span>
  )
}

function AttentionFilter({ connectors }: { connectors: readonly Connector[] }) {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  return (
    <Segments
      label={t('filter')}
      value={address['show'] === 'attention' ? 'attention' : 'all'}
      segments={[
        { value: 'all', label: t('all') },
        {
          value: 'attention',
          label: t('needsAttention'),
          count: connectors.filter((one) => needsAttention(one)).length,
        },
      ]}
      onChange={(show) => change({ show: show === 'all' ? undefined : show })}
    />
  )
}

function ConnectorList({
  connectors,
  onAdd,
}: {
  connectors: readonly Connector[]
  onAdd: () => void
}) {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  const [tokenFor, setTokenFor] = useState<string>()
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, 'list', { next: t('keys.next'), previous: t('keys.previous') })
  const onlyAttention = address['show'] === 'attention'
  const shown = onlyAttention ? connectors.filter((one) => needsAttention(one)) : connectors
  const asked = connectors.find(({ id }) => id === tokenFor)
  return (
    <div className={classes['body']}>
      {connectors.length > 0 && (
        <div className={classes['bodyFilter']}>
          <AttentionFilter connectors={connectors} />
        </div>
      )}
      {connectors.length === 0 && <NoConnector onAdd={onAdd} />}
      {connectors.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={<IconDatabase {...ICON} />}
          title={t('noneTitle')}
          actions={
            <Button variant="default" onClick={() => change({ show: undefined })}>
              {t('showAll')}
            </Button>
          }
        >
          {t('noneText')}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <ul className={classes['grid']} ref={list}>
          {shown.map((connector) => (
            <li key={connector.id}>
              <ConnectorCard connector={connector} onToken={() => setTokenFor(connector.id)} />
            </li>
          ))}
        </ul>
      )}
      <AddSection connectors={connectors} onAdd={onAdd} />
      {asked && <TokenDialog connector={asked} onClose={() => setTokenFor(undefined)} />}
    </div>
  )
}

function NoConnector({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('connectors')
  return (
    <EmptyState
      icon={<IconDatabase {...ICON} />}
      title={t('emptyTitle')}
      actions={
        <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={onAdd}>
          {t('add.action')}
        </Button>
      }
    >
      {t('emptyText')}
    </EmptyState>
  )
}
