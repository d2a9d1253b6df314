// The integrations as cards with their last result and current state, what else can be connected, and the form for it.
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CardSkeleton } from '#components/list-screen/card-skeleton.tsx'
import { ListScreen } from '#components/list-screen/list-screen.tsx'
import { useAddress } from '#lib/use-address.ts'
import { ConnectPanel } from '../connect/connect-panel.tsx'
import { INTEGRATION_STATES, isAlarming } from '../integration-state.tsx'
import { integrationsQuery } from '../integrations-query.ts'
import { attentionFirst, needsAttention } from '../needs-attention.ts'
import { useProviderNames } from '../use-provider-names.ts'
import { AvailableProviders } from './available-providers.tsx'
import { IntegrationCard } from './integration-card.tsx'
import { useIntegrationListTexts } from './use-integration-list-texts.ts'

export function IntegrationsScreen() {
  const { t } = useTranslation('integrations')
  const [address, change] = useAddress()
  const providerOf = useProviderNames()
  const open = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  return (
    <ListScreen
      found={useQuery({ ...integrationsQuery, select: attentionFirst })}
      skeleton={<CardSkeleton />}
      onAdd={open}
      foot={
        address['new'] === undefined && (
          <AvailableProviders
            onChoose={(provider) => change({ new: '1', provider }, { push: true })}
          />
        )
      }
      panel={
        address['new'] !== undefined && (
          <ConnectPanel
            provider={address['provider']}
            onChoose={(provider) => change({ provider }, { push: true })}
            onClose={() => change({ new: undefined, provider: undefined })}
          />
        )
      }
      list={{
        texts: useIntegrationListTexts(),
        icon: IconArrowsExchange,
        filter: {
          param: 'state',
          states: INTEGRATION_STATES,
          stateOf: ({ state }) => state,
          wordOf: (state) => t(`state.${state}`),
          isAlarming,
        },
        needsAttention,
        textOf: (integration) => `${integration.name} ${providerOf(integration)}`,
        renderItem: (integration) => (
          <IntegrationCard integration={integration} provider={providerOf(integration)} />
        ),
      }}
    />
  )
}
