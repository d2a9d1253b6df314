// One agent: what it does now, its runs, and at the right its permissions, budget and tokens.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { useAddress } from '#lib/use-address.ts'
import { agentQuery, type LoadedAgent } from '../agent-queries.ts'
import { AgentStatePill } from '../agent-state-pill.tsx'
import { AgentPanel } from '../form/agent-panel.tsx'
import { TokenCard } from '../tokens/token-card.tsx'
import { TokenDialog } from '../tokens/token-dialog.tsx'
import { useAgentActs } from '../use-agent-acts.ts'
import { AgentActions } from './agent-actions.tsx'
import { BudgetCard, PermissionCard, SettingsCard } from './agent-cards.tsx'
import { AgentNotice } from './agent-notice.tsx'
import classes from './detail.module.css'
import { LastAndNow } from './last-and-now.tsx'
import { LiveRuns } from './live-runs.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RunHistory } from './run-history.tsx'
import { useAgentKeys } from './use-agent-keys.ts'

export function AgentScreen() {
  const { t } = useTranslation('agents')
  const { agent: name = '' } = useParams({ strict: false })
  const one = useQuery(agentQuery(name))
  if (one.data) return <Loaded key={one.data.agent.id} loaded={one.data} />
  return (
    <Page title={t('missing')} crumb={<Link to="/agents">{t('title')}</Link>}>
      {one.isError ? (
        <ErrorState
          what={t('missing')}
          error={one.error}
          back={{ to: '/agents', label: t('title') }}
          onRetry={() => void one.refetch()}
        />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Loaded({ loaded }: { loaded: LoadedAgent }) {
  const { t } = useTranslation('agents')
  const [address, change] = useAddress()
  const [isRemoving, setRemoving] = useState(false)
  const { agent } = loaded
  const acts = useAgentActs(agent)
  const edit = useMemo(() => () => change({ edit: '1' }, { push: true }), [change])
  const createToken = useMemo(() => () => change({ token: '1' }, { push: true }), [change])
  useAgentKeys(agent, { acts, edit, createToken })
  return (
    <Page
      bleed
      title={agent.name}
      crumb={<Link to="/agents">{t('title')}</Link>}
      meta={<AgentStatePill agent={agent} />}
      actions={
        <AgentActions
          agent={agent}
          acts={acts}
          onEdit={edit}
          onToken={createToken}
          onRemove={() => setRemoving(true)}
        />
      }
    >
      <Split
        panel={
          address['edit'] === undefined ? undefined : (
            <AgentPanel edited={loaded} onClose={() => change({ edit: undefined })} />
          )
        }
      >
        <Together className={classes['layout']} fallback={<Loading />}>
          <div className={classes['above']}>
            <AgentNotice agent={agent} onEdit={edit} />
            <LastAndNow agent={agent} />
          </div>
          <div className={classes['column']}>
            <LiveRuns agent={agent} />
            <RunHistory agent={agent} />
          </div>
          <div className={classes['column']}>
            <PermissionCard agent={agent} />
            <BudgetCard agent={agent} />
            <TokenCard agent={agent} onCreate={createToken} />
            <SettingsCard agent={agent} onEdit={edit} />
          </div>
        </Together>
      </Split>
      {address['token'] !== undefined && (
        <TokenDialog agent={agent} onClose={() => change({ token: undefined })} />
      )}
      {isRemoving && <RemoveDialog loaded={loaded} onClose={() => setRemoving(false)} />}
    </Page>
  )
}

const Loading = () => <RowSkeleton rows={6} height={58} />
