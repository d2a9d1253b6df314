// The result of the test event, next to its button.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Notice } from '#components/surface/notice.tsx'
import { CauseNotice } from '#features/webhooks/deliveries/row/cause-notice.tsx'
import { useSeconds } from '#lib/use-seconds.ts'

const ASK_EVERY_MS = 600
/** Longer than a receiver has to answer. */
const TIMEOUT_MS = 25_000

export function TestResult({
  webhook,
  sent,
  onAgain,
}: {
  webhook: Webhook
  sent: { deliveryId: string; atMs: number }
  onAgain: () => void
}) {
  const { t } = useTranslation('webhooks')
  const isLate = useSeconds() - sent.atMs > TIMEOUT_MS
  const { data } = useQuery({
    queryKey: ['deliveries', 'test', sent.deliveryId],
    queryFn: async ({ signal }) =>
      (await call('deliveries.get', { params: { delivery: sent.deliveryId }, signal })).body,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      (state.data?.attempt_count ?? 0) > 0 || isLate ? false : ASK_EVERY_MS,
  })
  const actions = (
    <>
      <ShowDelivery id={sent.deliveryId} />
      <Button size="compact-md" variant="default" onClick={onAgain}>
        {t('test.again')}
      </Button>
    </>
  )
  if (!data || data.attempt_count === 0) {
    return isLate ? (
      <Notice live tone="amber" title={t('test.slow')} actions={actions}>
        {t('test.slowText')}
      </Notice>
    ) : (
      <Notice live tone="neutral" title={t('test.sending')} />
    )
  }
  return data.error === null ? (
    <Notice
      live
      tone="green"
      title={t('test.delivered', { code: data.status_code, duration: data.duration_ms })}
      actions={actions}
    >
      {t('test.deliveredText')}
    </Notice>
  ) : (
    <CauseNotice
      live
      delivery={data}
      url={webhook.url}
      said={data.attempts.at(-1)?.response}
      actions={actions}
    />
  )
}

function ShowDelivery({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  return (
    <Button
      size="compact-md"
      variant="default"
      renderRoot={(props) => <Link {...props} to="/deliveries" search={{ delivery: id }} />}
    >
      {t('test.show')}
    </Button>
  )
}
