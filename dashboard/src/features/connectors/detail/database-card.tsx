// The databases of a connector and their health.
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { engineName } from '#features/connectors/engine-names.ts'
import classes from './detail.module.css'

const ICON = { size: 16, stroke: 2, 'aria-hidden': true } as const

export function DatabaseCard({
  connector: { databases, state, last_seen_at: seen },
}: {
  connector: Connector
}) {
  const { t } = useTranslation('connectors')
  return (
    <Card
      title={t('databases.title')}
      meta={
        // An offline connector reports nothing new.
        state !== 'online' && state !== 'paused' && seen !== null ? (
          <>
            {t('databases.asOf')} <RelativeTime at={seen} />
          </>
        ) : undefined
      }
      bleed
    >
      {databases.length === 0 ? (
        <p className={classes['empty']}>{t('databases.none')}</p>
      ) : (
        <ul className={classes['databases']}>
          {databases.map(({ name, engine, ok, problem }) => (
            <li key={name} data-ok={ok || undefined}>
              {ok ? <IconCheck {...ICON} /> : <IconAlertTriangle {...ICON} />}
              <span>
                <code>{name}</code>
                <small>{engineName(engine)}</small>
              </span>
              <span>{ok ? t('databases.ok') : (problem ?? t('databases.down'))}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
