// The cause of a failure with the button that fixes it.
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DeliveryWithAttempts } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { CauseNotice } from '#features/webhooks/deliveries/row/cause-notice.tsx'
import { type Cause as CauseName, causeOf } from '#features/webhooks/deliveries/row/result.ts'

/** What has to be changed first; everything else is fixed at the receiver. */
const fixes: Partial<Record<CauseName, 'editWebhook' | 'openWebhook' | 'rotateSecret'>> = {
  credentials: 'editWebhook',
  path: 'editWebhook',
  redirect: 'editWebhook',
  refused_address: 'editWebhook',
  tooMany: 'editWebhook',
  gone: 'openWebhook',
  webhook_disabled: 'openWebhook',
  secret_lost: 'rotateSecret',
}

export function Cause({
  delivery,
  url,
  isResending,
  onResend,
}: {
  delivery: DeliveryWithAttempts
  url: string | undefined
  isResending: boolean
  onResend: () => void
}) {
  const { t } = useTranslation('deliveries')
  const cause = causeOf(delivery)
  if (!cause) return null
  const fix = fixes[cause]
  const search = fix === 'editWebhook' ? { edit: '1' } : {}
  return (
    <CauseNotice
      delivery={delivery}
      url={url}
      said={delivery.attempts.at(-1)?.response}
      actions={
        <>
          {fix && (
            <Button
              size="compact-md"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/webhooks/$webhook"
                  params={{ webhook: delivery.webhook_id }}
                  search={search}
                />
              )}
            >
              {t(fix)}
            </Button>
          )}
          {cause !== 'event_expired' && (
            <Button
              size="compact-md"
              variant={fix ? 'default' : 'filled'}
              leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden="true" />}
              rightSection={<KeyHint keys="r" />}
              loading={isResending}
              onClick={onResend}
            >
              {t('resend')}
            </Button>
          )}
        </>
      }
    />
  )
}
