// One agent: its state, what it may do, the budget of today, its last runs and its token, and the button that pauses it.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
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
    <article className={classes['card']}>
      <div className={classes['head']}>
        <Worker assignee={null} delegate={name} size={36} />
        <div className={classes['names']}>
          <h2>
            <Link
              to="/agents/$agent"
              params={{ agent: name }}
              className={classes['name']}
              title={name}
              data-row
            >
              {name}
            </Link>
          </h2>
          {description !== '' && (
            <div className={classes['note']} title={description}>
              {description}
            </div>
          )}
        </div>
        <AgentStatePill agent={agent} />
      </div>
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
    </article>
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
