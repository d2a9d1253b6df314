// One integration: its last result, its current state, its last confirmed write-back, its recent runs and what to do next.
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CardFacts, CardFoot, ListCard } from '#components/list-screen/list-card.tsx'
import { Monogram } from '#components/marks/monogram.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { IntegrationStatePill, isAlarming } from '../integration-state.tsx'
import { CardNextStep } from './card-next-step.tsx'
import { LastConfirmed } from './last-confirmed.tsx'
import { LastWords } from './last-words.tsx'
import { NowWords, useNowTone } from './now-words.tsx'
import { RecentRuns } from './recent-runs.tsx'

/** Counts of links stop there. */
const MOST_COUNTED = 1_000

export function IntegrationCard({
  integration,
  provider,
}: {
  integration: Integration
  /** As people know it. */
  provider: string
}) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  const { links } = integration.counts
  const shown = `${links.toLocaleString(locale)}${links >= MOST_COUNTED ? '+' : ''}`
  return (
    <ListCard
      link={{ to: '/integrations/$integration', params: { integration: integration.id } }}
      name={integration.name}
      mark={<Monogram name={provider} size="large" />}
      note={[provider, integration.self?.name].filter(Boolean).join(' · ')}
      state={<IntegrationStatePill state={integration.state} />}
      isAlarming={isAlarming(integration.state)}
    >
      <CardFacts
        facts={[
          { name: t('last.title'), value: <LastWords integration={integration} /> },
          {
            name: t('now.title'),
            tone: useNowTone(integration),
            value: <NowWords integration={integration} provider={provider} />,
          },
          { name: t('card.confirmed'), value: <LastConfirmed integration={integration} /> },
        ]}
      />
      <RecentRuns integration={integration} />
      <CardFoot fact={t('card.linked', { count: links, shown })}>
        <CardNextStep integration={integration} />
      </CardFoot>
    </ListCard>
  )
}
