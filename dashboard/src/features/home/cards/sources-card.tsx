// The integrations with their last result and state.
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { IntegrationStatePill } from '#features/integrations/integration-state.tsx'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { LastWords } from '#features/integrations/list/integration-row.tsx'
import { RunProgress } from '#features/integrations/runs/run-progress.tsx'
import classes from '../home.module.css'

const SHOWN = 5

export function SourcesCard() {
  const { t } = useTranslation('home')
  const found = useQuery(integrationsQuery).data
  return (
    <Card
      bleed
      title={t('sources')}
      action={
        <Link className={classes['link']} to="/integrations">
          {t('allSources')}
        </Link>
      }
    >
      {found?.length === 0 && <p className={classes['quiet']}>{t('noSources')}</p>}
      {found !== undefined && found.length > 0 && (
        <ul className={classes['rows']}>
          {found.slice(0, SHOWN).map((integration) => (
            <li key={integration.id} className={classes['row']}>
              <span>
                <IconArrowsExchange size={18} stroke={1.75} aria-hidden="true" />
              </span>
              <Link
                className={`${classes['what']} ${classes['plain']}`}
                to="/integrations/$integration"
                params={{ integration: integration.id }}
              >
                <b>{integration.name}</b>
                <small>
                  <LastWords integration={integration} />
                </small>
                {integration.now?.state === 'running' && (
                  <RunProgress now={integration.now} label={integration.name} thin />
                )}
              </Link>
              <IntegrationStatePill state={integration.state} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
