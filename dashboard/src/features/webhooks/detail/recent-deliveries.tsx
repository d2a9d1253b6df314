// The latest deliveries of a webhook, with the way to all of them.
import { Link } from '@tanstack/react-router'
import type { Delivery, Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { DeliveryRow } from '#features/webhooks/deliveries/row/delivery-row.tsx'
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
