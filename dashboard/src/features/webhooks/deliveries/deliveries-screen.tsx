// What was sent to webhooks and what they said: the log, one delivery beside it, and the way to send again.
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FindField } from '#components/fields/find-field.tsx'
import { Page } from '#components/page/page.tsx'
import { PageAction } from '#components/page/page-action.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { targetOf } from '#lib/target.ts'
import { useAddress } from '#lib/use-address.ts'
import { useNow } from '#lib/use-now.ts'
import { webhooksQuery } from '../webhook-queries.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { logQuery, matchesText, readAddress } from './delivery-queries.ts'
import { DeliveryPanel } from './drawer/delivery-panel.tsx'
import { FilterBar } from './filter-bar.tsx'
import { NoDeliveries } from './no-deliveries.tsx'
import { RecoveryPanel } from './recovery/recovery-panel.tsx'
import { SummaryBar, useDaySum } from './summary-bar.tsx'
import { useDeliveryKeys } from './use-delivery-keys.ts'
import { useSelection } from './use-selection.ts'

export function DeliveriesScreen() {
  const { t } = useTranslation('deliveries')
  const [address, change] = useAddress()
  return (
    <Page
      title={t('title')}
      bleed
      actions={
        <>
          <FindField
            label={t('findLabel')}
            placeholder={t('find')}
            value={address['q'] ?? ''}
            group="deliveries"
            onChange={(q) => change({ q: q || undefined })}
          />
          <PageAction
            variant="default"
            icon={<IconHistory size={16} stroke={1.75} aria-hidden="true" />}
            label={t('recover')}
            onClick={() => change({ recover: '1', delivery: undefined }, { push: true })}
          />
        </>
      }
    >
      <Log />
    </Page>
  )
}

function useLog() {
  const [address] = useAddress()
  const shown = readAddress(address, useNow().getTime())
  const log = useInfiniteQuery(logQuery(shown.filter))
  const webhooks = useQuery(webhooksQuery)
  const urls = useMemo(
    () => new Map((webhooks.data ?? []).map(({ id, url }) => [id, url])),
    [webhooks.data],
  )
  const text = address['q'] ?? ''
  const deliveries = useMemo(() => {
    const all = log.data?.pages.flatMap(({ data }) => data) ?? []
    return text === ''
      ? all
      : all.filter((one) => matchesText(one, targetOf(urls.get(one.webhook_id) ?? ''), text))
  }, [log.data, text, urls])
  return { shown, log, webhooks, urls, deliveries }
}

function Log() {
  const { t } = useTranslation('deliveries')
  const [address] = useAddress()
  const { shown, log, webhooks, urls, deliveries } = useLog()
  const sum = useDaySum()
  const scroller = useRef<HTMLDivElement>(null)
  const selected = address['delivery']
  const selection = useSelection(deliveries)
  const act = useDeliveryKeys(deliveries, selected, scroller, selection)
  const { fetchNextPage } = log
  const load = useCallback(() => void fetchNextPage(), [fetchNextPage])
  return (
    <Split panel={<Panel selected={selected} urls={urls} act={act} />}>
      <Together fills fallback={<Loading />}>
        {sum && webhooks.data?.length !== 0 && <SummaryBar sum={sum} />}
        {webhooks.data?.length !== 0 && (
          <FilterBar shown={shown} webhooks={webhooks.data ?? []} sum={sum} />
        )}
        {selection.selected.size > 0 && <BulkBar selection={selection} />}
        {log.isError && (
          <ErrorState what={t('title')} error={log.error} onRetry={() => void log.refetch()} />
        )}
        {log.isPending && <Loading />}
        {log.isSuccess && deliveries.length === 0 && (
          <NoDeliveries
            hasWebhooks={webhooks.data?.length !== 0}
            isFiltered={Object.keys(shown.filter).length > 0 || address['q'] !== undefined}
          />
        )}
        {deliveries.length > 0 && (
          <DeliveryList
            deliveries={deliveries}
            urls={urls}
            selected={selected}
            selection={selection}
            scroller={scroller}
            more={{ exist: log.hasNextPage, loading: log.isFetchingNextPage, load }}
          />
        )}
      </Together>
    </Split>
  )
}

const Loading = () => <RowSkeleton rows={10} height={56} />

function Panel({
  selected,
  urls,
  act,
}: {
  selected: string | undefined
  urls: ReadonlyMap<string, string>
  act: ReturnType<typeof useDeliveryKeys>
}) {
  const [address, change] = useAddress()
  const close = useCallback(() => change({ delivery: undefined, recover: undefined }), [change])
  if (selected !== undefined) {
    return <DeliveryPanel key={selected} id={selected} urls={urls} act={act} onClose={close} />
  }
  return address['recover'] === undefined ? null : (
    <RecoveryPanel webhookId={address['webhook']} onClose={close} />
  )
}
