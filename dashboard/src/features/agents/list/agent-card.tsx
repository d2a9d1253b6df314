// One agent: its state, what it may do, the budget of today, its last runs and its token, and the button that pauses it.
import { useQuery } from '@tanstack/react-query'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#components/list-screen/list-card.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { lastRunsQuery, tokensQuery } from '../agent-queries.ts'
import { AgentStatePill } from '../agent-state-pill.tsx'
import { BudgetBars } from '../budget-bars.tsx'
import { PauseButton } from '../pause-button.tsx'
import { Permissions, QueueChips } from '../permissions.tsx'
import { TokenLine } from '../tokens/token-line.tsx'
import classes from './agent-card.module.css'
import { RunStrip } from './run-strip.tsx'

export function AgentCard({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const { name, description } = agent
  return (
    <ListCard
      link={{ to: '/agents/$agent', params: { agent: name } }}
      name={name}
      mark={<Worker assignee={null} delegate={name} size={36} />}
      note={description}
      state={<AgentStatePill agent={agent} />}
    >
      <div className={classes['body']}>
        <div className={classes['column']}>
          <section>
            <h3>{t('mayTitle')}</h3>
            <Permissions agent={agent} />
          </section>
          <section>
            <h3>{t('queues')}</h3>
            <QueueChips queues={agent.queues} />
          </section>
        </div>
        <section>
          <h3>{t('budget.title')}</h3>
          <BudgetBars agent={agent} />
        </section>
      </div>
      <Foot agent={agent} />
    </ListCard>
  )
}

function Foot({ agent }: { agent: Agent }) {
  const runs = useQuery(lastRunsQuery(agent.name)).data
  const tokens = useQuery(tokensQuery(agent.name)).data
  return (
    <div className={classes['foot']}>
      <RunStrip runs={runs} />
      <TokenLine tokens={tokens} />
      <span className={classes['pause']}>
        <PauseButton agent={agent} />
      </span>
    </div>
  )
}
