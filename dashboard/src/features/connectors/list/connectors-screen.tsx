// The connectors as cards with their last result and current state, and the form to add another.
import { IconDatabase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CardSkeleton } from '#components/list-screen/card-skeleton.tsx'
import { ListScreen } from '#components/list-screen/list-screen.tsx'
import { useAddress } from '#lib/use-address.ts'
import { AddDialog } from '../add/add-dialog.tsx'
import { AddSection } from '../add/add-section.tsx'
import { TokenDialog } from '../add/token-dialog.tsx'
import { connectorsQuery } from '../connector-queries.ts'
import { needsAttention } from '../needs-attention.ts'
import { ConnectorCard } from './connector-card.tsx'
import { useConnectorListTexts } from './use-connector-list-texts.ts'

export function ConnectorsScreen() {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  const [tokenFor, setTokenFor] = useState<string>()
  const found = useQuery(connectorsQuery)
  const open = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  const asked = found.data?.find(({ id }) => id === tokenFor)
  return (
    <ListScreen
      found={found}
      skeleton={<CardSkeleton />}
      onAdd={open}
      foot={<AddSection connectors={found.data ?? []} onAdd={open} />}
      list={{
        texts: useConnectorListTexts(),
        icon: IconDatabase,
        filter: {
          param: 'show',
          states: ['attention'],
          stateOf: (connector) => (needsAttention(connector) ? 'attention' : undefined),
          wordOf: () => t('needsAttention'),
          isAlarming: () => true,
          inHead: true,
        },
        needsAttention,
        renderItem: (connector) => (
          <ConnectorCard connector={connector} onToken={() => setTokenFor(connector.id)} />
        ),
      }}
    >
      {address['new'] !== undefined && <AddDialog onClose={() => change({ new: undefined })} />}
      {asked && <TokenDialog connector={asked} onClose={() => setTokenFor(undefined)} />}
    </ListScreen>
  )
}
