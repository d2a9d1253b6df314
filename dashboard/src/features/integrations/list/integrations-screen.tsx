// The integrations with their last result and current state, and the form to connect another.
import { IconArrowsExchange } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '#components/list-screen/list-screen.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { useAddress } from '#lib/use-address.ts'
import { ConnectPanel } from '../connect/connect-panel.tsx'
import { INTEGRATION_STATES, isAlarming } from '../integration-state.tsx'
import { integrationsQuery } from '../integrations-query.ts'
import { attentionFirst, needsAttention } from '../needs-attention.ts'
import { useProviderNames } from '../use-provider-names.ts'
import { IntegrationRow } from './integration-row.tsx'
import classes from './integrations-screen.module.css'
import { useIntegrationListTexts } from './use-integration-list-texts.ts'

const COLUMNS = ['name', 'last', 'now', 'attention', 'state'] as const

export function IntegrationsScreen() {
  const { t } = useTranslation('integrations')
  const [address, change] = useAddress()
  const providerOf = useProviderNames()
  const open = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  return (
    <ListScreen
      found={useQuery({ ...integrationsQuery, select: attentionFirst })}
      skeleton={<RowSkeleton rows={4} height={60} />}
      onAdd={open}
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
        columns: {
          className: classes['columns'] ?? '',
          names: COLUMNS.map((name) => t(`column.${name}`)),
        },
        renderItem: (integration) => (
          <IntegrationRow integration={integration} provider={providerOf(integration)} />
        ),
      }}
    />
  )
}
