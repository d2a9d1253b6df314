// One connector: overview, statements, jobs and console.
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Connector } from '@task-service/contract'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Split } from '#components/surface/side-panel.tsx'
import { TabList } from '#components/tabs/tab-list.tsx'
import { connectorQuery } from '#features/connectors/connector-queries.ts'
import { ConnectorStatePill } from '#features/connectors/connector-state.tsx'
import { useKeys } from '#lib/keys.ts'
import { useAddress } from '#lib/use-address.ts'
import { Console } from '../console/console.tsx'
import { JobPanel } from '../jobs/job-panel.tsx'
import { JobTable } from '../jobs/job-table.tsx'
import { type ConnectorActs, useConnectorActs } from '../use-connector-acts.ts'
import { ConnectorActions } from './connector-actions.tsx'
import { ConnectorDialog, type DialogName } from './connector-dialog.tsx'
import classes from './detail.module.css'
import { Overview } from './overview.tsx'
import { StatementList } from './statement-list.tsx'

export function ConnectorScreen() {
  const { t } = useTranslation('connectors')
  const { connector: id = '' } = useParams({ strict: false })
  const one = useQuery(connectorQuery(id))
  if (one.data) return <Loaded connector={one.data.connector} etag={one.data.etag} />
  return (
    <Page title={t('missing')} crumb={<Link to="/connectors">{t('title')}</Link>}>
      {one.isError ? (
        <ErrorState
          what={t('missing')}
          error={one.error}
          back={{ to: '/connectors', label: t('title') }}
          onRetry={() => void one.refetch()}
        />
      ) : (
        <RowSkeleton rows={6} height={58} />
      )}
    </Page>
  )
}

const tabs = ['overview', 'statements', 'jobs', 'console'] as const
type Tab = (typeof tabs)[number]

function Loaded({ connector, etag }: { connector: Connector; etag: string | null }) {
  const { t } = useTranslation('connectors')
  const [address, change] = useAddress()
  const [dialog, setDialog] = useState<DialogName>()
  const acts = useConnectorActs(connector)
  const tab = tabs.find((one) => one === address['tab']) ?? 'overview'
  const goTo = (next: Tab) =>
    change({ tab: next === 'overview' ? undefined : next, job: undefined })
  useTabKeys(change)
  return (
    <Page
      bleed
      title={connector.name}
      crumb={<Link to="/connectors">{t('title')}</Link>}
      meta={<ConnectorStatePill connector={connector} />}
      actions={
        <ConnectorActions
          connector={connector}
          acts={acts}
          onConsole={() => goTo('console')}
          onDialog={setDialog}
        />
      }
    >
      <Parts
        tab={tab}
        job={address['job']}
        connector={connector}
        acts={acts}
        onTab={goTo}
        onCloseJob={() => change({ job: undefined })}
        onDialog={setDialog}
      />
      {dialog && (
        <ConnectorDialog
          name={dialog}
          connector={connector}
          etag={etag}
          acts={acts}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Page>
  )
}

function Parts({
  tab,
  job,
  connector,
  acts,
  onTab,
  onCloseJob,
  onDialog,
}: {
  tab: Tab
  job: string | undefined
  connector: Connector
  acts: ConnectorActs
  onTab: (tab: Tab) => void
  onCloseJob: () => void
  onDialog: (name: DialogName) => void
}) {
  const { t } = useTranslation('connectors')
  const id = useId()
  return (
    <Split
      panel={
        job !== undefined && tab === 'jobs' ? (
          <JobPanel key={job} connectorId={connector.id} jobId={job} onClose={onCloseJob} />
        ) : undefined
      }
    >
      <div className={classes['tabs']}>
        <TabList
          id={id}
          label={t('tabs')}
          tabs={tabs}
          tab={tab}
          onChange={onTab}
          renderTab={(name) => t(`tab.${name}`)}
        />
      </div>
      <div
        id={`${id}-panel`}
        className={classes['layout']}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
      >
        <TabContent tab={tab} connector={connector} acts={acts} onDialog={onDialog} />
      </div>
    </Split>
  )
}

function useTabKeys(change: ReturnType<typeof useAddress>[1]): void {
  const { t } = useTranslation('connectors')
  useKeys(
    useMemo(
      () => [
        {
          keys: 'r',
          group: 'list' as const,
          label: t('keys.console'),
          run: () => change({ tab: 'console', job: undefined }),
        },
      ],
      [change, t],
    ),
  )
}

function TabContent({
  tab,
  connector,
  acts,
  onDialog,
}: {
  tab: Tab
  connector: Connector
  acts: ConnectorActs
  onDialog: (name: DialogName) => void
}) {
  if (tab === 'statements') return <StatementList connector={connector} />
  if (tab === 'jobs') return <JobTable connector={connector} />
  if (tab === 'console') return <Console connector={connector} />
  return <Overview connector={connector} acts={acts} onDialog={onDialog} />
}
