// Host, OS, version and network of a connector, as it reports them.
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { type Fact, Facts } from '#components/surface/facts.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import classes from './detail.module.css'

const DIGEST_LENGTH = 12

export function FactsCard({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const { facts, policy_digest: digest } = connector
  const rows: Fact[] = [
    ...(facts
      ? [
          { name: t('facts.host'), value: facts.host },
          { name: t('facts.os'), value: facts.os },
          { name: t('facts.version'), value: facts.version },
          {
            name: t('facts.network'),
            value: `${facts.proxy ? t('facts.proxy') : t('facts.direct')}${facts.custom_ca ? `, ${t('facts.customCa')}` : ''}`,
          },
        ]
      : []),
    ...(digest === null
      ? []
      : [
          {
            name: t('facts.policy'),
            value: <code title={digest}>{digest.slice(0, DIGEST_LENGTH)}</code>,
          },
        ]),
    {
      name: t('facts.added'),
      value: <RelativeTime at={connector.created_at} />,
    },
  ]
  return (
    <Card title={t('facts.title')}>
      {!facts && <p className={classes['plain']}>{t('facts.none')}</p>}
      <Facts facts={rows} />
    </Card>
  )
}
