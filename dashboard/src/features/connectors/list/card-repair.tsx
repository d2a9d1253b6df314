// The one thing that helps a connector in its state; nothing where nothing is wrong.
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CardButton, CardLink } from '#components/list-screen/card-action.tsx'
import { displayStateOf } from '#features/connectors/connector-state.tsx'
import { useSecret } from '#lib/secret-once.ts'
import { useConnectorActs } from '../use-connector-acts.ts'

export function CardRepair({ connector, onToken }: { connector: Connector; onToken: () => void }) {
  const { t } = useTranslation('connectors')
  const { setPaused } = useConnectorActs(connector)
  const token = useSecret(connector.id)
  const { id, name } = connector
  switch (displayStateOf(connector)) {
    case 'silent':
    case 'failing':
      return (
        <CardLink
          to="/connectors/$connector"
          params={{ connector: id }}
          label={t('repair.check')}
          fullLabel={t('repair.checkOf', { name })}
        />
      )
    case 'paused':
      return (
        <CardButton
          label={t('repair.resume')}
          fullLabel={t('repair.resumeOf', { name })}
          isBusy={setPaused.isPending}
          onClick={() => setPaused.mutate(false)}
        />
      )
    case 'frozen':
    case 'revoked':
    case 'enrolling': {
      const act = token === undefined ? 'token' : 'command'
      return (
        <CardButton
          label={t(`repair.${act}`)}
          fullLabel={t(`repair.${act}Of`, { name })}
          onClick={onToken}
        />
      )
    }
    default:
      return null
  }
}
