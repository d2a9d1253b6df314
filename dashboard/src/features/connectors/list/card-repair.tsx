// The one thing that helps a connector in its state; nothing where nothing is wrong.
import { Link } from '@tanstack/react-router'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { displayStateOf } from '#features/connectors/connector-state.tsx'
import { useSecret } from '#lib/secret-once.ts'
import { useConnectorActs } from '../use-connector-acts.ts'
import classes from './connector-card.module.css'

export function CardRepair({ connector, onToken }: { connector: Connector; onToken: () => void }) {
  const { t } = useTranslation('connectors')
  const { setPaused } = useConnectorActs(connector)
  const token = useSecret(connector.id)
  const { id, name } = connector
  switch (displayStateOf(connector)) {
    case 'silent':
    case 'failing':
      return (
        <Link
          to="/connectors/$connector"
          params={{ connector: id }}
          className={classes['repair']}
          aria-label={t('repair.checkOf', { name })}
        >
          {t('repair.check')}
        </Link>
      )
    case 'paused':
      return (
        <button
          type="button"
          className={classes['repair']}
          aria-label={t('repair.resumeOf', { name })}
          disabled={setPaused.isPending}
          onClick={() => setPaused.mutate(false)}
        >
          {t('repair.resume')}
        </button>
      )
    case 'frozen':
    case 'revoked':
    case 'enrolling': {
      const act = token === undefined ? 'token' : 'command'
      return (
        <button
          type="button"
          className={classes['repair']}
          aria-label={t(`repair.${act}Of`, { name })}
          onClick={onToken}
        >
          {t(`repair.${act}`)}
        </button>
      )
    }
    default:
      return null
  }
}
