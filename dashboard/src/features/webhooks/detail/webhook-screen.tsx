// One webhook: health, subscription, secret and recent deliveries.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Webhook, WebhookHealthDetail } from '@task-service/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { useKeys } from '#lib/keys.ts'
import { targetOf } from '#lib/target.ts'
import { useAddress } from '#lib/use-address.ts'
import { WebhookPanel } from '../form/webhook-panel.tsx'
import { webhookHealthQuery, webhookQuery } from '../webhook-queries.ts'
import { stateOf, WebhookStatePill } from '../webhook-state.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import classes from './detail.module.css'
import { FailureCard } from './failure-card.tsx'
import { HealthCard } from './health-card.tsx'
import { LastAndNext } from './last-and-next.tsx'
import { LatencyCard } from './latency-card.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
import { RecoverCard } from './recover-card.tsx'
import { RotateDialog } from './rotate-dialog.tsx'
import { SecretCard, SecretOnce } from './secret-card.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { TestResult } from './test-result.tsx'
import { useWebhookActs } from './use-webhook-acts.ts'
import { WebhookActions } from './webhook-actions.tsx'

const RECENT = 10
const RECENT_EVERY_MS = 5_000

export function WebhookScreen() {
  const { t } = useTranslation('webhooks')
  const { webhook: id = '' } = useParams({ strict: false })
  const one = useQuery(webhookQuery(id))
  if (one.data) return <Loaded webhook={one.data.webhook} etag={one.data.etag} />
  return (
    <Page title={t('detail.missing')} crumb={<Link to="/webhooks">{t('title')}</Link>}>
      {one.isError ? (
        <ErrorState
          what={t('detail.missing')}
          error={one.error}
          back={{ to: '/webhooks', label: t('title') }}
          onRetry={() => void one.refetch()}
        />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

const Loading = () => <RowSkeleton rows={6} height={58} />

type Dialog = 'rotate' | 'delete' | undefined

function Loaded({ webhook, etag }: { webhook: Webhook; etag: string | null }) {
  const { t } = useTranslation('webhooks')
  const [address, change] = useAddress()
  const [dialog, setDialog] = useState<Dialog>()
  const health = useQuery(webhookHealthQuery(webhook.id)).data
  const acts = useWebhookActs(webhook.id)
  const edit = useMemo(() => () => change({ edit: '1' }, { push: true }), [change])
  const { mutate: sendTest } = acts.sendTest
  const retry = webhook.enabled && isRetryable(health) ? acts.retry.mutate : undefined
  useWebhookKeys(edit, sendTest, retry)
  return (
    <Page
      bleed
      title={targetOf(webhook.url)}
      crumb={<Link to="/webhooks">{t('title')}</Link>}
      meta={<WebhookStatePill state={stateOf(webhook, health)} />}
      actions={
        <WebhookActions
          webhook={webhook}
          isSending={acts.sendTest.isPending}
          onTest={() => sendTest()}
          isRetrying={acts.retry.isPending}
          onRetry={retry && (() => retry())}
          onEdit={edit}
          onEnable={acts.setEnabled.mutate}
          onDialog={setDialog}
        />
      }
    >
      <Split
        panel={
          address['edit'] === undefined ? undefined : (
            <WebhookPanel edited={{ webhook, etag }} onClose={() => change({ edit: undefined })} />
          )
        }
      >
        <Together className={classes['layout']} fallback={<Loading />}>
          <div className={classes['above']}>
            <SecretOnce webhookId={webhook.id} />
            {acts.test && (
              <TestResult webhook={webhook} sent={acts.test} onAgain={() => sendTest()} />
            )}
          </div>
          <Columns webhook={webhook} onRotate={() => setDialog('rotate')} />
        </Together>
      </Split>
      {dialog === 'rotate' && (
        <RotateDialog webhook={webhook} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'delete' && (
        <DeleteDialog
          webhook={webhook}
          pending={health?.pending ?? 0}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  )
}

/** Something is pending, and not only because it was just created. */
function isRetryable(health: WebhookHealthDetail | undefined): boolean {
  if (!health || health.next_attempt_at === null) return false
  return health.state === 'failing' || (health.last_attempt?.error ?? null) !== null
}

function useWebhookKeys(
  edit: () => void,
  sendTest: () => void,
  retry: (() => void) | undefined,
): void {
  const { t } = useTranslation('webhooks')
  useKeys(
    useMemo(() => {
      const group = 'list' as const
      return [
        { keys: 'e', group, label: t('keys.edit'), run: edit },
        { keys: 't', group, label: t('keys.test'), run: () => sendTest() },
        ...(retry ? [{ keys: 'r', group, label: t('detail.retry'), run: () => retry() }] : []),
      ]
    }, [edit, sendTest, retry, t]),
  )
}

function Columns({ webhook, onRotate }: { webhook: Webhook; onRotate: () => void }) {
  const { data: health } = useQuery(webhookHealthQuery(webhook.id))
  const recent = useQuery({
    queryKey: ['deliveries', 'list', { webhook: webhook.id, limit: RECENT }],
    refetchInterval: RECENT_EVERY_MS,
    queryFn: async ({ signal }) =>
      (
        await call('deliveries.list', {
          params: { webhook: webhook.id },
          query: { limit: RECENT },
          signal,
        })
      ).body.data,
  })
  const last = health?.last_attempt
  return (
    <>
      <div className={classes['column']}>
        <HealthCards webhook={webhook} />
        <RecentDeliveries webhook={webhook} deliveries={recent.data ?? []} />
      </div>
      <div className={classes['column']}>
        {last && last.error !== null && <FailureCard last={last} />}
        <SecretCard webhook={webhook} onRotate={onRotate} />
        {webhook.enabled && (health?.failed ?? 0) > 0 && <RecoverCard webhook={webhook} />}
        <SubscriptionCard webhook={webhook} />
      </div>
    </>
  )
}

function HealthCards({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { data: health, error, refetch } = useQuery(webhookHealthQuery(webhook.id))
  if (!health) {
    return error ? (
      <ErrorState what={t('detail.health')} error={error} onRetry={() => void refetch()} />
    ) : (
      <RowSkeleton rows={4} height={96} />
    )
  }
  return (
    <>
      <LastAndNext webhook={webhook} health={health} />
      <HealthCard health={health} />
      <LatencyCard webhook={webhook} health={health} />
    </>
  )
}
