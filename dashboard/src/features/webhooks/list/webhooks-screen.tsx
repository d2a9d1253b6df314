// The webhooks with their health of the last day, and the form to add another.
import { Button } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Webhook, WebhookHealth } from '@task-service/contract'
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
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { WebhookPanel } from '../form/webhook-panel.tsx'
import { healthQuery, webhooksQuery } from '../webhook-queries.ts'
import { needsAttention, stateOf, WEBHOOK_STATES } from '../webhook-state.tsx'
import { WebhookRow } from './webhook-row.tsx'
import classes from './webhooks-screen.module.css'

export function WebhooksScreen() {
  const { t } = useTranslation('webhooks')
  const [address, change] = useAddress()
  const webhooks = useQuery(webhooksQuery)
  const openForm = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  useKeys(
    useMemo(
      () => [{ keys: 'c', group: 'list' as const, label: t('keys.add'), run: openForm }],
      [openForm, t],
    ),
  )
  const all = webhooks.data
  return (
    <Page
      title={t('title')}
      bleed
      actions={
        <>
          {all !== undefined && all.length > 0 && (
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
            onClick={openForm}
          />
        </>
      }
    >
      <Split
        panel={
          address['new'] === undefined ? undefined : (
            <WebhookPanel onClose={() => change({ new: undefined })} />
          )
        }
      >
        {webhooks.isError && (
          <ErrorState
            what={t('title')}
            error={webhooks.error}
            onRetry={() => void webhooks.refetch()}
          />
        )}
        {webhooks.isPending && <RowSkeleton rows={6} height={58} />}
        {all && <Found webhooks={all} onAdd={openForm} />}
      </Split>
    </Page>
  )
}

function Found({ webhooks, onAdd }: { webhooks: readonly Webhook[]; onAdd: () => void }) {
  const health = useQuery(healthQuery)
  return webhooks.length === 0 ? (
    <NoWebhooks onAdd={onAdd} />
  ) : (
    <WebhookTable webhooks={webhooks} health={health.data} />
  )
}

function NoWebhooks({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <EmptyState
      icon={<IconWebhook size={24} stroke={1.75} aria-hidden="true" />}
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

function WebhookTable({
  webhooks,
  health,
}: {
  webhooks: readonly Webhook[]
  health: ReadonlyMap<string, WebhookHealth> | undefined
}) {
  const { t } = useTranslation('webhooks')
  const [address, change] = useAddress()
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, 'list', { next: t('keys.next'), previous: t('keys.previous') })
  const state = WEBHOOK_STATES.find((one) => one === address['state']) ?? 'all'
  const word = (address['q'] ?? '').toLowerCase()
  const rows = webhooks.map((webhook) => ({
    webhook,
    health: health?.get(webhook.id),
    state: stateOf(webhook, health?.get(webhook.id)),
  }))
  const shown = rows.filter(
    (row) =>
      (state === 'all' || row.state === state) &&
      `${row.webhook.url} ${row.webhook.description}`.toLowerCase().includes(word),
  )
  return (
    <>
      <div className={classes['bar']}>
        <StateFilter
          label={t('filterState')}
          allLabel={t('all')}
          value={state}
          known={WEBHOOK_STATES}
          present={rows.map((row) => row.state)}
          wordOf={(one) => t(`state.${one}`)}
          isAlarming={needsAttention}
          onChange={(next) => change({ state: next === 'all' ? undefined : next })}
        />
      </div>
      {shown.length === 0 ? (
        <NoMatch onClear={() => change({ state: undefined, q: undefined })} />
      ) : (
        <div className={classes['table']}>
          <div className={classes['sheet']}>
            <Columns />
            <ul className={classes['list']} ref={list}>
              {shown.map((row) => (
                <li key={row.webhook.id}>
                  <WebhookRow webhook={row.webhook} health={row.health} />
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
  const { t } = useTranslation('webhooks')
  const names = ['target', 'events', 'health', 'last', 'state'] as const
  return (
    <div className={classes['columns']} aria-hidden="true">
      {names.map((name) => (
        <span key={name}>{t(`column.${name}`)}</span>
      ))}
    </div>
  )
}

function NoMatch({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation('webhooks')
  return (
    <EmptyState
      icon={<IconWebhook size={24} stroke={1.75} aria-hidden="true" />}
      title={t('noMatchTitle')}
      actions={
        <Button variant="default" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      {t('noMatchText')}
    </EmptyState>
  )
}
