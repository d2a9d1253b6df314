// The latest deliveries of a webhook, with the way to all of them.
import { Link } from '@tanstack/react-router'
import type { Delivery, Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { DeliveryRow } from '#parts/delivery/delivery-row.tsx'
import { Card } from '#parts/surface/card.tsx'
import classes from './detail.module.css'

export function RecentDeliveries({
  webhook,
  deliveries,
}: {
  webhook: Webhook
  deliveries: readonly Delivery[]
}) {
  const { t } = useTranslation('webhooks')
  return (
    <Card
      bleed
      title={t('detail.recent')}
      action={
        <Link className={classes['link']} to="/deliveries" search={{ webhook: webhook.id }}>
          {t('detail.allDeliveries')}
        </Link>
      }
    >
      {deliveries.length === 0 ? (
        <p className={classes['empty']}>{t('detail.noRecent')}</p>
      ) : (
        <ul className={classes['list']}>
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow delivery={delivery} url={undefined} isCompact />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
