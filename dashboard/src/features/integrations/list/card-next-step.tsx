// What helps an integration in its state: the page that repairs it, or a sync if nothing is wrong.
import type { LinkProps } from '@tanstack/react-router'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CardButton, CardLink } from '#components/list-screen/card-action.tsx'
import { useIntegrationActs } from '../use-integration-acts.ts'
import { type Repair, repairOf } from './repair-of.ts'

const places: Record<Repair, NonNullable<LinkProps['search']>> = {
  credential: { credential: '1' },
  settings: { tab: 'settings' },
  conflicts: { tab: 'conflicts' },
  review: {},
}

export function CardNextStep({ integration }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  const { sync, setPaused } = useIntegrationActs(integration)
  const { id, name, now, paused } = integration
  const texts = (label: string) => ({ label, fullLabel: t('card.of', { label, name }) })
  if (paused) {
    return (
      <CardButton
        {...texts(t('acts.resume'))}
        isBusy={setPaused.isPending}
        onClick={() => setPaused.mutate(false)}
      />
    )
  }
  const repair = repairOf(integration)
  if (repair) {
    return (
      <CardLink
        {...texts(t(`repair.${repair}`))}
        to="/integrations/$integration"
        params={{ integration: id }}
        search={places[repair]}
      />
    )
  }
  if (now !== null || integration.state === 'provider_missing') return null
  return (
    <CardButton
      {...texts(t('acts.sync'))}
      isBusy={sync.isPending}
      onClick={() => sync.mutate(false)}
    />
  )
}
