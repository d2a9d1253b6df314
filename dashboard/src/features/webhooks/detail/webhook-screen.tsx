// One webhook: health, subscription, secret and recent deliveries.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { useKeys } from '#lib/keys.ts'
import { targetOf } from '#lib/target.ts'
import { useAddress } from '#lib/use-address.ts'
import { WebhookPanel } from '../form/webhook-panel.tsx'
import { healthQuery, webhookQuery } from '../webhook-queries.ts'
import { stateOf, WebhookStatePill } from '../webhook-state.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import classes from './detail.module.css'
import { HealthCard } from './health-card.tsx'
import { LastAndNow } from './last-and-now.tsx'
import { RecentDeliveries } from './recent-deliveries.tsx'
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
        <RowSkeleton rows={6} height={58} />
      )}
    </Page>
  )
}

type Dialog = 'rotate' | 'delete' | undefined

function Loaded({ webhook, etag }: { webhook: Webhook; etag: string | null }) {
  const { t } = useTranslation('webhooks')
  const [address, change] = useAddress()
  const [dialog, setDialog] = useState<Dialog>()
  const health = useQuery(healthQuery).data?.get(webhook.id)
  const acts = useWebhookActs(webhook.id)
  const edit = useMemo(() => () => change({ edit: '1' }, { push: true }), [change])
  const { mutate: sendTest } = acts.sendTest
  useWebhookKeys(edit, sendTest)
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
        <div className={classes['layout']}>
          <div className={classes['above']}>
            <SecretOnce webhookId={webhook.id} />
            {acts.test && (
              <TestResult webhook={webhook} sent={acts.test} onAgain={() => sendTest()} />
            )}
          </div>
          <Columns webhook={webhook} onRotate={() => setDialog('rotate')} />
        </div>
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

function useWebhookKeys(edit: () => void, sendTest: () => void): void {
  const { t } = useTranslation('webhooks')
  useKeys(
    useMemo(
      () => [
        { keys: 'e', group: 'list' as const, label: t('keys.edit'), run: edit },
        { keys: 't', group: 'list' as const, label: t('keys.test'), run: () => sendTest() },
      ],
      [edit, sendTest, t],
    ),
  )
}

function Columns({ webhook, onRotate }: { webhook: Webhook; onRotate: () => void }) {
  const health = useQuery(healthQuery).data?.get(webhook.id)
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
  const latest = recent.data
    ?.filter(({ attempted_at: at }) => at !== null)
    .toSorted((one, other) => (other.attempted_at ?? '').localeCompare(one.attempted_at ?? ''))[0]
  return (
    <>
      <div className={classes['column']}>
        <LastAndNow webhook={webhook} health={health} latest={latest} />
        {health && <HealthCard health={health} />}
        <RecentDeliveries webhook={webhook} deliveries={recent.data ?? []} />
      </div>
      <div className={classes['column']}>
        <SecretCard webhook={webhook} onRotate={onRotate} />
        <SubscriptionCard webhook={webhook} />
      </div>
    </>
  )
}
