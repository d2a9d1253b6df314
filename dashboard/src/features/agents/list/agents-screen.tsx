// The agents as cards: state, permissions, budget, last runs and token, and the form to add another.
import { IconRobot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { CardSkeleton } from '#components/list-screen/card-skeleton.tsx'
import { ListScreen } from '#components/list-screen/list-screen.tsx'
import { useAddress } from '#lib/use-address.ts'
import { agentsQuery } from '../agent-queries.ts'
import { DISPLAY_STATES, displayStateOf } from '../agent-state.ts'
import { AgentPanel } from '../form/agent-panel.tsx'
import { AgentCard } from './agent-card.tsx'
import classes from './agents-screen.module.css'
import { useAgentListTexts } from './use-agent-list-texts.ts'

export function AgentsScreen() {
  const { t } = useTranslation('agents')
  const [address, change] = useAddress()
  const found = useQuery(agentsQuery)
  const open = useMemo(() => () => change({ new: '1' }, { push: true }), [change])
  const texts = useAgentListTexts(found.data ?? [])
  return (
    <ListScreen
      found={found}
      skeleton={<CardSkeleton isWide />}
      onAdd={open}
      foot={
        found.data && found.data.length > 0 ? (
          <p className={classes['note']}>{t('resetNote')}</p>
        ) : undefined
      }
      panel={
        address['new'] === undefined ? undefined : (
          <AgentPanel onClose={() => change({ new: undefined })} />
        )
      }
      list={{
        texts,
        icon: IconRobot,
        hasWideCards: true,
        filter: {
          param: 'state',
          states: DISPLAY_STATES,
          stateOf: displayStateOf,
          wordOf: (state) => t(`state.${state}`),
          isAlarming: (state) => state === 'exhausted',
        },
        needsAttention: (agent) => displayStateOf(agent) === 'exhausted',
        textOf: ({ name, description, queues }) => [name, description, ...queues].join(' '),
        renderItem: (agent) => <AgentCard agent={agent} />,
      }}
    />
  )
}
