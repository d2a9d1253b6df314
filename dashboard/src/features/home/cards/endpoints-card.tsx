// The webhooks and their state.
import { IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { healthQuery, webhooksQuery } from '#features/webhooks/webhook-queries.ts'
import { stateOf, WebhookStatePill } from '#features/webhooks/webhook-state.tsx'
import { targetOf } from '#lib/target.ts'
import classes from '../home.module.css'

const SHOWN = 5

export function EndpointsCard() {
  const { t } = useTranslation('home')
  const webhooks = useQuery(webhooksQuery).data ?? []
  const health = useQuery(healthQuery).data
  return (
    <Card
      bleed
      title={t('endpoints')}
      action={
        <Link className={classes['link']} to="/webhooks">
          {t('allEndpoints')}
        </Link>
      }
    >
      {webhooks.length === 0 ? (
        <p className={classes['quiet']}>{t('noEndpoints')}</p>
      ) : (
        <ul className={classes['rows']}>
          {webhooks.slice(0, SHOWN).map((webhook) => {
            const counts = health?.get(webhook.id)
            return (
              <li key={webhook.id} className={classes['row']}>
                <span>
                  <IconWebhook size={18} stroke={1.75} aria-hidden="true" />
                </span>
                <Link
                  className={`${classes['what']} ${classes['plain']}`}
                  to="/webhooks/$webhook"
                  params={{ webhook: webhook.id }}
                >
                  <b>{targetOf(webhook.url)}</b>
                  <small>{counts && t('delivered24h', { count: counts.delivered })}</small>
                </Link>
                <WebhookStatePill state={stateOf(webhook, counts)} />
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
