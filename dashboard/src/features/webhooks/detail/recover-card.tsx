// The way to resend what a webhook missed, with the number of deliveries before anything is sent.
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { countQuery } from '#features/webhooks/deliveries/recovery/count-query.ts'
import { sinceOf } from '#features/webhooks/deliveries/recovery/since.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './detail.module.css'

export function RecoverCard({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const { t: deliveries } = useTranslation('deliveries')
  const locale = useLocale()
  const since = sinceOf(webhook)
  const count = useQuery(countQuery(webhook, { since, only: 'failed' })).data?.count
  const time = new Date(since).toLocaleString(locale, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  if (!count) return null
  return (
    <Card title={t('detail.recoverTitle')}>
      <div className={classes['stack']}>
        <span className={classes['quiet']}>{t('detail.recoverText')}</span>
        <div className={classes['recover']}>
          <Button
            variant="default"
            leftSection={<IconHistory size={16} stroke={1.75} aria-hidden="true" />}
            renderRoot={(props) => (
              <Link {...props} to="/deliveries" search={{ webhook: webhook.id, recover: '1' }} />
            )}
          >
            {t('detail.recoverSince', { time })}
          </Button>
          <span className={classes['note']}>{deliveries('recovery.found', { count })}</span>
        </div>
      </div>
    </Card>
  )
}
