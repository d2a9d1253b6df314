// The subscription of a webhook: events, filter, headers and ordering.
import type { Webhook } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Card } from '#components/surface/card.tsx'
import { Facts } from '#components/surface/facts.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { writeValue } from '../form/draft.ts'
import classes from './detail.module.css'

export function SubscriptionCard({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const filter = Object.entries(webhook.filter)
  return (
    <Card title={t('detail.subscription')}>
      <Facts
        facts={[
          {
            name: t('detail.events'),
            value:
              webhook.event_types.length === 0 ? (
                t('everyEvent')
              ) : (
                <Lines texts={webhook.event_types} />
              ),
          },
          {
            name: t('detail.filter'),
            value:
              filter.length === 0 ? (
                t('detail.noFilter')
              ) : (
                <Lines
                  texts={filter.map(
                    ([path, values]) => `${path} = ${values.map(writeValue).join(' | ')}`,
                  )}
                />
              ),
          },
          {
            name: t('detail.headers'),
            value:
              webhook.header_names.length === 0 ? (
                t('detail.noHeaders')
              ) : (
                <Lines texts={webhook.header_names} />
              ),
          },
          { name: t('detail.ordering'), value: t(`form.${webhook.ordering}`) },
          { name: t('detail.created'), value: <RelativeTime at={webhook.created_at} /> },
          {
            name: t('detail.id'),
            value: (
              <span className={classes['id']}>
                <code>{webhook.id}</code>
                <CopyIcon text={webhook.id} label={t('detail.copyId')} />
              </span>
            ),
          },
        ]}
      />
    </Card>
  )
}

function Lines({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <div key={text}>
      <code>{text}</code>
    </div>
  ))
}
